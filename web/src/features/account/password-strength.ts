/** 0: nothing typed. 1 to 4: weak, fair, good, strong. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];

/**
 * A hint, not a rule: length counts most, then kinds of characters. What is repeated or runs through the alphabet
 * counts as one character.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '') return 0;
  const characters = [...password.normalize('NFC')];
  const length = countSurprising(characters);
  const variety = kinds.filter((kind) => kind.test(password)).length;
  if (characters.length < 8 || length < 6) return 1;
  if (length >= 20 || (length >= 14 && variety >= 3)) return 4;
  if (length >= 15 || (length >= 10 && variety >= 3)) return 3;
  return length >= 10 || variety >= 3 ? 2 : 1;
}

/** Characters that do not simply follow from the one before. */
function countSurprising(characters: readonly string[]): number {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  return codes.filter((code, index) => {
    const before = codes[index - 1];
    return before === undefined || Math.abs(code - before) > 1;
  }).length;
}
