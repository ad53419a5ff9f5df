import { send, withQuery } from './http.ts';

/** Seconds before another code may be asked for. */
export const EMAIL_COOLDOWN_SECONDS = 30;

/** Mails a code that proves the address. `human` is the token of the human check, empty where the site has none. */
export function sendEmailCode(email: string, human: string): Promise<unknown> {
  return send('GET', withQuery('/api/verification', { email, turnstile: human }));
}
