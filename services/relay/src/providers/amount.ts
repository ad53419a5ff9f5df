import { asText } from '../dialects/json.ts';
/** A sum of money as hosts write it, as decimal text. Throws an Error when it is none. */
export function readAmount(value: unknown): string {
  const text = typeof value === 'number' ? asText(value) : value;
  if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) throw new Error('The answer names no balance.');
  return text;
}
