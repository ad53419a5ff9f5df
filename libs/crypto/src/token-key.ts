import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, randomText } from './random-text.ts';

const prefix = 'sk-';
const randomLength = 42;
const checksumLength = 6;

/**
 * A new relay key: `sk-` and 48 of [0-9A-Za-z]. The last 6 are the CRC-32 of all before them in base 62 (most
 * significant digit first), so that a leak scanner knows a key from a random string without asking anybody.
 */
export function generateTokenKey(): string {
  const body = prefix + randomText(base62, randomLength);
  return body + checksum(body);
}

/** What a list shows of a key: `sk-AbCd**********WxYz`. Takes the key with or without `sk-`. */
export function maskTokenKey(key: string): string {
  const bare = withoutPrefix(key);
  // A short key (imported, hand-made) would be shown whole.
  return bare.length < 24 ? `${prefix}**********` : `${prefix}${bare.slice(0, 4)}**********${bare.slice(-4)}`;
}

/** The hash by which a key is looked up, 32 bytes. The same with and without `sk-`. */
export function hashTokenKey(pepper: Uint8Array, key: string): Buffer {
  return createHmac('sha256', pepper).update(withoutPrefix(key)).digest();
}

function withoutPrefix(key: string): string {
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let index = 0; index < checksumLength; index++) {
    digits = base62[rest % base62.length] + digits;
    rest = Math.floor(rest / base62.length);
  }
  return digits;
}
