import { Panel } from '../../../components/panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { AccessToken } from './access-token.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordRow } from './password-row.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** How the person signs in, and where they are signed in. */
export function SecuritySection() {
  const t = useText();
  return (
    <>
      <Panel title={t('account:security.title')}>
        <PasswordRow />
        <SecondFactor />
        <AccessToken />
      </Panel>
      <Passkeys />
      <Sessions />
    </>
  );
}
