import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealingKey } from './keys.ts';

/** Where a sealed text is stored. It opens only there: a row copied over another does not. */
export interface Place {
  readonly table: string;
  readonly id: string | number;
  readonly field: string;
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text for storage: AES-256-GCM, random 96-bit nonce, the place as additional data.
 * Answers `v1.<key id>.<base64url of nonce, ciphertext, tag>`.
 */
export function seal(key: SealingKey, text: string, place: Place): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes });
  cipher.setAAD(additionalData(place));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${key.id}.${sealed.toString('base64url')}`;
}

/**
 * The text that was sealed. Throws when it was sealed under another key, for another place, or was changed;
 * the error names the place and never any content.
 */
export function open(key: SealingKey, sealed: string, place: Place): string {
  const [format, keyId, body, ...rest] = sealed.split('.');
  const bytes = Buffer.from(body ?? '', 'base64url');
  if (format !== version || rest.length > 0 || bytes.length < nonceBytes + tagBytes) {
    throw new Error(`${describe(place)} is not a sealed text`);
  }
  if (keyId !== key.id) {
    throw new Error(`${describe(place)} was sealed under another SWITCHYARD_SECRET; start with that one`);
  }
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(additionalData(place));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new Error(`${describe(place)} was changed, or moved from another row`);
  }
}

function additionalData(place: Place): Buffer {
  return Buffer.from(`${place.table}|${place.id}|${place.field}`);
}

function describe(place: Place): string {
  return `${place.table}.${place.field} of ${place.id}`;
}
