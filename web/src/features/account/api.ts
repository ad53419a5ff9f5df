import type { IdentityView, SecondFactorView, SessionView, SettingChange, TotpSetup } from '@switchyard/console/calls';
import useSWR from 'swr';
import type { Self } from '../../lib/catalogue.ts';
import { send, withQuery } from '../../lib/http.ts';

export interface SelfChange {
  readonly username?: string;
  readonly display_name?: string;
  readonly password?: string;
  readonly original_password?: string;
}

/** What people may change of themselves. A new password ends their other sessions. */
export function changeSelf(change: SelfChange): Promise<Self> {
  return send<Self>('PUT', '/api/user/self', change);
}

export function deleteSelf(): Promise<unknown> {
  return send('DELETE', '/api/user/self');
}

/** Makes the system access token, which replaces the earlier one; nobody shows it again. */
export function makeAccessToken(): Promise<string> {
  return send<string>('GET', '/api/user/token');
}

export type Session = Readonly<SessionView>;

export function useSessions() {
  return useSWR<Session[]>('/api/user/sessions');
}

export function endSession(id: string): Promise<unknown> {
  return send('DELETE', `/api/user/sessions/${id}`);
}

export function endOtherSessions(): Promise<unknown> {
  return send('DELETE', '/api/user/sessions');
}

export function useSecondFactor() {
  return useSWR<Readonly<SecondFactorView>>('/api/user/2fa');
}

export type AuthenticatorSecret = Readonly<TotpSetup>;

export function setUpSecondFactor(): Promise<AuthenticatorSecret> {
  return send<AuthenticatorSecret>('POST', '/api/user/2fa/setup', {});
}

async function changeSecondFactor(what: 'enable' | 'disable' | 'backup_codes', code: string) {
  const changed = await send<{ backup_codes: string[] }>('POST', `/api/user/2fa/${what}`, { code });
  return changed.backup_codes;
}

/** Answers the recovery codes; nobody shows them again. */
export const enableSecondFactor = (code: string): Promise<string[]> => changeSecondFactor('enable', code);

export const disableSecondFactor = (code: string): Promise<string[]> => changeSecondFactor('disable', code);

/** New recovery codes in place of the earlier ones. */
export const renewRecoveryCodes = (code: string): Promise<string[]> => changeSecondFactor('backup_codes', code);

export function renamePasskey(id: number, name: string): Promise<unknown> {
  return send('PUT', `/api/user/passkey/${id}`, { name });
}

export function deletePasskey(id: number): Promise<unknown> {
  return send('DELETE', `/api/user/passkey/${id}`);
}

export type Identity = Readonly<IdentityView>;

/** Accounts elsewhere that are bound; read again when the person comes back from binding one. */
export function useIdentities() {
  return useSWR<Identity[]>('/api/user/identity', { revalidateOnFocus: true });
}

export function unbindIdentity(provider: string): Promise<unknown> {
  return send('DELETE', `/api/user/identity/${provider}`);
}

/** Before a page that leads away to bind an account: whoever must show again who they are is asked here. */
export function prepareBinding(): Promise<unknown> {
  return send('GET', '/api/oauth/state');
}

/** The code is what WeChat sent to the person. */
export function bindWeChat(code: string): Promise<unknown> {
  return send('GET', withQuery('/api/oauth/wechat/bind', { code }));
}

export function bindEmail(email: string, code: string): Promise<unknown> {
  return send('GET', withQuery('/api/oauth/email/bind', { email, code }));
}

/** Answers the secret that signs what the webhook gets, when the call made one; otherwise an empty text. */
export async function changeSettings(change: SettingChange): Promise<string> {
  const changed = await send<{ notify_secret: string }>('PUT', '/api/user/setting', change);
  return changed.notify_secret;
}

/** Moves earnings of invitations to the balance. */
export function transferEarnings(quota: number): Promise<unknown> {
  return send('POST', '/api/user/aff_transfer', { quota });
}
