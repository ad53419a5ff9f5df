import { dictionary } from '@zxcvbn-ts/language-common';

/** What attackers try first, from leaked lists, in lower case. */
const common = new Set(dictionary['passwords-common']);

/** `password` in lower case. */
export function isCommonPassword(password: string): boolean {
  return common.has(password);
}
