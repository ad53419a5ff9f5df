import { send } from '../../lib/http.ts';
import type { SignedInUser } from '../../lib/session.ts';

export interface Credentials {
  /** Username or e-mail address. */
  readonly username: string;
  readonly password: string;
}

export function signIn(credentials: Credentials): Promise<SignedInUser> {
  return send<SignedInUser>('POST', '/api/user/login', credentials);
}

export function signOut(): Promise<unknown> {
  return send('GET', '/api/user/logout');
}

export interface PasswordChange {
  readonly original_password: string;
  readonly password: string;
}

export function changePassword(change: PasswordChange): Promise<unknown> {
  return send('PUT', '/api/user/self', change);
}
