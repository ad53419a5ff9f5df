/** Letters and digits that nobody takes for another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 20;

/** A password to hand over: 116 bits. */
export function newPassword(): string {
  return Array.from({ length }, () => alphabet[randomBelow(alphabet.length)]).join('');
}

/** Every number equally likely. */
function randomBelow(limit: number): number {
  const fair = 256 - (256 % limit);
  for (;;) {
    const [byte = 256] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) return byte % limit;
  }
}
