import type { TextKey } from '../../lib/i18n.ts';

export interface RegistrationForm {
  readonly username: string;
  readonly password: string;
  readonly password2: string;
  readonly email: string;
  readonly verification_code: string;
}

/** What is wrong, by field. */
export type Faults = { readonly [Name in keyof RegistrationForm]?: TextKey };

export const LONGEST_USERNAME = 12;
const SHORTEST_PASSWORD = 8;

/** Good enough to send something there; the server looks closer. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

/** What the person has to mend before the form is worth a call. `byEmail`: the site wants a proved address. */
export function faultsOf(form: RegistrationForm, byEmail: boolean): Faults {
  const faults: { -readonly [Name in keyof Faults]: Faults[Name] } = {};
  if (form.username.trim() === '') faults.username = 'entry:username.needed';
  else if ([...form.username.trim()].length > LONGEST_USERNAME) faults.username = 'entry:refused.username';
  if (form.password === '') faults.password = 'entry:password.needed';
  else if ([...form.password].length < SHORTEST_PASSWORD) faults.password = 'entry:password.short';
  if (form.password !== form.password2) faults.password2 = 'entry:password.differ';
  if (!byEmail) return faults;
  if (form.email.trim() === '') faults.email = 'entry:email.needed';
  else if (!looksLikeEmail(form.email)) faults.email = 'entry:email.invalid';
  if (form.verification_code.trim() === '') faults.verification_code = 'entry:email.codeNeeded';
  return faults;
}
