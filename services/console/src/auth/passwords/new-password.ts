import { passwordProblem } from '@switchyard/crypto';
import { type Refusal, refuse } from '../../http/answer.ts';
import { isCommonPassword } from './common-passwords.ts';

/** NIST SP 800-63B-4, section 3.1.1.2: where the password is the only factor. */
const leastAdminCharacters = 15;

/**
 * What is wrong with a password that somebody chose; undefined: nothing. `names`: what others know of its owner. `isAdminsOnly`:
 * nothing else guards the account of an administrator.
 */
export function refuseWeakPassword(
  password: string,
  names: readonly string[],
  isAdminsOnly = false,
): Refusal | undefined {
  const problem = passwordProblem(password);
  if (problem === 'too_short') return refuse('The password must have at least 8 characters.');
  if (isAdminsOnly && [...password.normalize('NFC')].length < leastAdminCharacters) {
    return refuse(
      `The password of an administrator without a second factor must have at least ${leastAdminCharacters} characters.`,
    );
  }
  if (problem === 'too_long') return refuse('The password must have at most 128 characters.');
  const folded = password.normalize('NFC').toLowerCase();
  if (names.some((name) => name.toLowerCase() === folded)) {
    return refuse('The password must differ from the username and the e-mail address.');
  }
  return isCommonPassword(folded)
    ? refuse('This password is among those that are guessed first. Choose another.')
    : undefined;
}
