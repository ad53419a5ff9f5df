import type { PasskeyView } from '@switchyard/console/calls';
import useSWR from 'swr';
import { send } from './http.ts';
import { useSiteStatus } from './site-status.ts';

export type Passkey = Readonly<PasskeyView>;

/** The signed-in person's passkeys, where the site takes passkeys. */
export function usePasskeys() {
  const { passkey_login: enabled } = useSiteStatus();
  return useSWR<Passkey[]>(enabled ? '/api/user/passkey' : null);
}

/** What the browser makes and shows passkeys with. */
export const browserHasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** The person closed the browser's passkey dialog, or let it run out. */
export const isPasskeyCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Shows by a passkey that the signed-in person is who they are. */
export async function confirmByPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await send<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
    'POST',
    '/api/user/passkey/verify/begin',
    {},
  );
  await send('POST', '/api/user/passkey/verify/finish', { credential: await startAuthentication({ optionsJSON }) });
}

/** Makes a passkey for the signed-in person on this device. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await send<Parameters<typeof startRegistration>[0]['optionsJSON']>(
    'POST',
    '/api/user/passkey/register/begin',
    {},
  );
  await send('POST', '/api/user/passkey/register/finish', {
    name,
    credential: await startRegistration({ optionsJSON }),
  });
}
