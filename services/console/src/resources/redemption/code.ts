import { createHmac, randomBytes } from 'node:crypto';
import { type Keys, open, seal } from '@switchyard/crypto';

const codeBytes = 16;

/** A new code: 128 random bits in hex, as shops and scripts know them. */
export function newCode(): string {
  return randomBytes(codeBytes).toString('hex');
}

/** The hash by which a code is looked up, 32 bytes; case and spaces around do not count. */
export function hashCode(keys: Keys, code: string): Buffer {
  return createHmac('sha256', keys.codePepper).update(code.trim().toLowerCase()).digest();
}

/** The code as it is stored beside its hash. */
export function sealCode(keys: Keys, code: string): string {
  return seal(keys.codeCipher, code, placeOf(hashCode(keys, code)));
}

export function openCode(
  keys: Keys,
  { code_hash: hash, code_sealed: sealed }: { code_hash: Buffer; code_sealed: string },
) {
  return open(keys.codeCipher, sealed, placeOf(hash));
}

function placeOf(hash: Buffer) {
  return { table: 'redemptions', id: hash.toString('hex'), field: 'code' };
}
