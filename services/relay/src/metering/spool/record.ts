import { crc32 } from 'node:zlib';

/** What a record says. Values are on disk: never reuse one. */
export const kinds = { final: 1, progress: 2, holds: 3 } as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

export interface SpoolRecord {
  readonly kind: Kind;
  readonly payload: Buffer;
}

/** length (4 bytes) · CRC-32 of kind and payload (4) · kind (1) · payload */
export const headerBytes = 9;
const longestPayload = 16 * 1_048_576;

export function encodeRecord(kind: Kind, payload: string): Buffer {
  const length = Buffer.byteLength(payload);
  const record = Buffer.allocUnsafe(headerBytes + length);
  record.writeUInt32LE(length, 0);
  record[8] = kind;
  record.write(payload, headerBytes);
  record.writeUInt32LE(crc32(record.subarray(8)), 4);
  return record;
}

/** Records of a segment up to the first that is torn or damaged: what comes behind it was never promised to anyone. */
export function* decodeRecords(segment: Buffer): Generator<SpoolRecord> {
  let at = 0;
  while (at + headerBytes <= segment.length) {
    const length = segment.readUInt32LE(at);
    const end = at + headerBytes + length;
    if (length > longestPayload || end > segment.length) return;
    if (crc32(segment.subarray(at + 8, end)) !== segment.readUInt32LE(at + 4)) return;
    const kind = segment[at + 8];
    if (kind === kinds.final || kind === kinds.progress || kind === kinds.holds) {
      yield { kind, payload: segment.subarray(at + headerBytes, end) };
    }
    at = end;
  }
}
