import { randomFillSync } from 'node:crypto';

/**
 * UUIDv7 (RFC 9562, section 6.2 method 1) that always rises within a process, also when the clock is set back:
 * 48 bits of milliseconds, a counter of 12 bits that starts below 2^11 in each millisecond, 62 random bits.
 */
export function uuidv7(): string {
  const now = Date.now();
  if (now > lastMs) startMillisecond(now);
  else if (++counter > 0xfff) startMillisecond(lastMs + 1);
  const variant = `${hex(0x80 | (randomByte() & 0x3f))}${randomHex()}`;
  const node = `${randomHex()}${randomHex()}${randomHex()}${randomHex()}${randomHex()}${randomHex()}`;
  return `${prefix}${hex(0x70 | (counter >> 8))}${hex(counter & 0xff)}-${variant}-${node}`;
}

/** Milliseconds since the epoch in a UUIDv7. Throws RangeError for any other text. */
export function uuidv7TimeMs(id: string): number {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) {
    throw new RangeError('not a UUIDv7');
  }
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** What every UUIDv7 of this millisecond begins with: as a text it comes behind all of the time before, and before all of the time from then on. */
export function uuidv7Prefix(timeMs: number): string {
  const digits = timeMs.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-`;
}

let lastMs = 0;
let prefix = '';
let counter = 0;

function startMillisecond(timeMs: number): void {
  lastMs = timeMs;
  prefix = uuidv7Prefix(timeMs);
  counter = ((randomByte() & 0x07) << 8) | randomByte();
}

const pool = new Uint8Array(8192);
let used = pool.length;

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool[used++] as number;
}

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(byte: number): string {
  return hexBytes[byte] as string;
}

function randomHex(): string {
  return hex(randomByte());
}
