import { createHash } from 'node:crypto';

/** A vector of length 1 that depends on the text alone. */
export function vectorOf(text: string, dimensions: number): Float32Array {
  const bytes = createHash('shake256', { outputLength: dimensions }).update(text).digest();
  const raw = Float32Array.from(bytes, (byte) => byte - 127.5);
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}
