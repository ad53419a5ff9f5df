import { createHash } from 'node:crypto';

/** Of the names of users, caches and calls that OpenAI takes, in characters. */
export const longestName = 64;

/** A name for a field that takes `most` characters, 64 at most: itself, or of its hash as many. Equal names stay equal. */
export function shorten(name: string, most: number): string {
  return name.length <= most ? name : createHash('sha256').update(name).digest('hex').slice(0, most);
}
