import type { startAuthentication } from '@simplewebauthn/browser';
import type { SignInAnswer } from '@switchyard/console/calls';
import { ApiError, exchange, send, withQuery } from '../../lib/http.ts';
import type { SignedInUser } from '../../lib/session.ts';

/** Signed in; or the first factor was right, and a code is asked for. */
export type Outcome = Readonly<SignInAnswer>;

export function needsCode(outcome: Outcome): outcome is Exclude<Outcome, SignedInUser> {
  return 'require_2fa' in outcome;
}

export interface Credentials {
  /** Username or e-mail address. */
  readonly username: string;
  readonly password: string;
}

/** `human` is the token of the human check in this and the next calls, empty where the site has none. */
export function signIn(credentials: Credentials, human: string): Promise<Outcome> {
  return send<Outcome>('POST', withQuery('/api/user/login', { turnstile: human }), credentials);
}

/** The second step: a code of the authenticator app, or a recovery code. */
export function sendSecondFactor(code: string): Promise<SignedInUser> {
  return send<SignedInUser>('POST', '/api/user/login/2fa', { code });
}

export async function signInByPasskey(): Promise<SignedInUser> {
  const { startAuthentication: start } = await import('@simplewebauthn/browser');
  const optionsJSON = await send<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
    'POST',
    '/api/user/passkey/login/begin',
    {},
  );
  return send<SignedInUser>('POST', '/api/user/passkey/login/finish', { credential: await start({ optionsJSON }) });
}

export function signInByWeChat(code: string): Promise<Outcome> {
  return send<Outcome>('GET', withQuery('/api/oauth/wechat', { code }));
}

/** What a provider says of who has come back from it. */
export type Returned = { readonly isBound: true } | { readonly isBound: false; readonly outcome: Outcome };

/** Hands on all that the provider has put into the address. */
export async function finishAtProvider(provider: string, query: string): Promise<Returned> {
  const path = provider === 'telegram' ? '/api/oauth/telegram/login' : `/api/oauth/${provider}`;
  const answer = await exchange<Outcome>('GET', path + query);
  if (!answer.success) throw new ApiError(answer.message, 200, answer.requestId);
  return answer.message === 'bind' ? { isBound: true } : { isBound: false, outcome: answer.data };
}

export interface Registration {
  readonly username: string;
  readonly password: string;
  readonly password2: string;
  readonly email: string;
  readonly verification_code: string;
  readonly aff_code: string;
}

export function register(fields: Registration, human: string): Promise<unknown> {
  return send('POST', withQuery('/api/user/register', { turnstile: human }), fields);
}

/** Mails a link for a new password; the answer does not tell whether the address has an account. */
export function askForReset(email: string, human: string): Promise<unknown> {
  return send('GET', withQuery('/api/reset_password', { email, turnstile: human }));
}

/** Answers the new password. A link works once. */
export function takeNewPassword(email: string, token: string): Promise<string> {
  return send<string>('POST', '/api/user/reset', { email, token });
}
