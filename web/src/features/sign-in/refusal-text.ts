import { failureText } from '../../lib/failure-text.ts';
import type { TextKey, Translate } from '../../lib/i18n.ts';

/** Sentences of the server that people meet before they are signed in. It writes English; these pages are read in five languages. */
export const knownSentences: Record<string, TextKey> = {
  'Wrong username or password.': 'entry:refused.credentials',
  'Password login is disabled by the administrator.': 'entry:refused.passwordLoginOff',
  'This account is disabled. Ask an administrator.': 'entry:refused.disabled',
  'This account was deleted.': 'entry:refused.deleted',
  'This code is wrong, or was used before.': 'entry:refused.code',
  'This sign-in has expired. Please start again.': 'entry:refused.expired',
  'This sign-in has expired, was used before or was begun in another browser. Please start again.':
    'entry:refused.expired',
  'The human check did not pass. Please do it once more.': 'entry:refused.robot',
  'Registration is disabled by the administrator.': 'entry:refused.registrationOff',
  'Registration with a password is disabled by the administrator.': 'entry:refused.passwordRegistrationOff',
  'A username has 1 to 12 characters: letters, digits, underscores and hyphens.': 'entry:refused.username',
  'This username is reserved. Choose another.': 'entry:refused.nameTaken',
  'This username is taken. Choose another.': 'entry:refused.nameTaken',
  'The password must have at least 8 characters.': 'entry:password.short',
  'The password must have at most 128 characters.': 'entry:refused.passwordLong',
  'The password must differ from the username and the e-mail address.': 'entry:refused.passwordIsName',
  'This password is among those that are guessed first. Choose another.': 'entry:refused.passwordCommon',
  'Enter a valid e-mail address.': 'entry:email.invalid',
  'This e-mail address is already used.': 'entry:refused.emailUsed',
  'The verification code is wrong or has expired. Ask for a new one.': 'entry:refused.emailCode',
  'This reset link is not valid or has expired. Ask for a new one.': 'entry:refused.resetLink',
  'Passwords cannot be reset by mail here. Ask the administrator.': 'entry:refused.resetOff',
  'The WeChat code is wrong or has expired. Ask for a new one.': 'entry:refused.wechatCode',
  'Enter the 6 digits that WeChat has sent you.': 'entry:refused.wechatCode',
  'This passkey could not be verified. Please try again, or sign in another way.': 'entry:refused.passkey',
  'Your session has ended or changed meanwhile. Sign in again, and bind the account then.': 'entry:refused.bindSession',
};

/** The same with a provider's name in it. */
export const knownPatterns: readonly (readonly [pattern: RegExp, text: TextKey])[] = [
  [/^This (.+) account is already bound to another user\.$/, 'entry:refused.boundToOther'],
  [/^You have bound another (.+) account\. Unbind that one first\.$/, 'entry:refused.boundAnother'],
  [/^(.+) did not sign you in\. Please start again\.$/, 'entry:refused.notAgreed'],
  [/^(.+) cannot be used at the moment\. Try again later, or sign in another way\.$/, 'entry:refused.providerDown'],
  [/^Sign-in with (.+) is not enabled here\.$/, 'entry:refused.providerOff'],
];

/** What to tell a visitor about a refused call. */
export function refusalText(error: unknown, t: Translate): string {
  const sentence = error instanceof Error ? error.message : '';
  const key = knownSentences[sentence];
  if (key !== undefined) return t(key);
  for (const [pattern, text] of knownPatterns) {
    const provider = pattern.exec(sentence)?.[1];
    if (provider !== undefined) return t(text, { provider });
  }
  return failureText(error, t);
}
