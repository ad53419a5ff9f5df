import { createHash } from 'node:crypto';

/** SHA-256 of a secret that we drew ourselves and nobody can guess. Never for what people choose. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
