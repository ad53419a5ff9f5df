/** Tokens by the rule of thumb of four bytes each; at least one of any text. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
