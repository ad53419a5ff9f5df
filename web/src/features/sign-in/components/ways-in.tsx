import { type ComponentProps, lazy, Suspense } from 'react';
import { browserHasPasskeys } from '../../../lib/passkeys.ts';
import { useSiteStatus } from '../../../lib/site-status.ts';
import type { OtherWays as Ways } from './other-ways.tsx';

const OtherWays = lazy(async () => ({ default: (await import('./other-ways.tsx')).OtherWays }));

/** The ways in beside the password, where the site offers any: their code is loaded for nobody else. */
export function WaysIn(props: ComponentProps<typeof Ways>) {
  const site = useSiteStatus();
  const byAccount =
    site.github_oauth || site.linuxdo_oauth || site.oidc_enabled || site.wechat_login || site.telegram_oauth;
  const byPasskey = props.withPasskey !== false && site.passkey_login && browserHasPasskeys();
  if (!byAccount && !byPasskey) return null;
  return (
    <Suspense>
      <OtherWays {...props} />
    </Suspense>
  );
}
