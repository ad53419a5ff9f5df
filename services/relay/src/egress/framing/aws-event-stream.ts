import { crc32 } from 'node:zlib';
import type { Frame } from '../../dialects/dialect.ts';
import type { FrameDecoder, Framing } from './framing.ts';

/**
 * AWS's binary event streams (application/vnd.amazon.eventstream): frames with a length, headers and two checksums. The
 * frame's `event` is the event's type. Exceptions are frames whose data has the member `__type`, as in AWS's error bodies.
 */
export const awsEventStream: Framing = {
  mediaTypes: ['application/vnd.amazon.eventstream'],
  decoder: () => new EventStreamDecoder(),
};

const preludeBytes = 12;
const checksumBytes = 4;
/** AWS sends none longer. */
const longestFrameBytes = 16 * 1_048_576;
const stringType = 7;
/** Bytes of a header's value by its type; those of bytes and strings stand before them. */
const valueBytes: readonly number[] = [0, 0, 1, 2, 4, 8, -1, -1, 8, 16];

class EventStreamDecoder implements FrameDecoder {
  /** Bytes of the frame that is not whole yet; joined once, however many there are. */
  #pieces: Buffer[] = [];
  #have = 0;
  #need = preludeBytes;

  /** Throws when a checksum or length is wrong: nothing behind it can be trusted. */
  push(chunk: Buffer): Frame[] {
    this.#have += chunk.length;
    if (this.#have < this.#need) {
      this.#pieces.push(Buffer.from(chunk));
      return [];
    }
    const bytes = this.#pieces.length === 0 ? chunk : Buffer.concat([...this.#pieces, chunk]);
    const frames: Frame[] = [];
    let at = 0;
    this.#need = preludeBytes;
    while (bytes.length - at >= preludeBytes) {
      const length = readLength(bytes.subarray(at, at + preludeBytes));
      if (bytes.length - at < length) {
        this.#need = length;
        break;
      }
      frames.push(readFrame(bytes.subarray(at, at + length)));
      at += length;
    }
    this.#have = bytes.length - at;
    this.#pieces = this.#have > 0 ? [Buffer.from(bytes.subarray(at))] : [];
    return frames;
  }

  /** Half a frame is none. */
  end(): Frame[] {
    return [];
  }
}

function readLength(prelude: Buffer): number {
  const length = prelude.readUInt32BE(0);
  const headersLength = prelude.readUInt32BE(4);
  if (prelude.readUInt32BE(8) !== crc32(prelude.subarray(0, 8))) throw new Error('a frame of the stream is damaged');
  if (length > longestFrameBytes || headersLength > length - preludeBytes - checksumBytes)
    throw new Error('a frame of the stream has no possible length');
  return length;
}

function readFrame(bytes: Buffer): Frame {
  const end = bytes.length - checksumBytes;
  if (bytes.readUInt32BE(end) !== crc32(bytes.subarray(0, end))) throw new Error('a frame of the stream is damaged');
  const payloadStart = preludeBytes + bytes.readUInt32BE(4);
  const headers = readHeaders(bytes.subarray(preludeBytes, payloadStart));
  const data = bytes.toString('utf8', payloadStart, end);
  const exception = headers.get(':exception-type') ?? headers.get(':error-code');
  if (exception === undefined) return { event: headers.get(':event-type') ?? '', data };
  return { event: exception, data: JSON.stringify({ __type: exception, ...readMessage(data, headers) }) };
}

/** Only texts are kept. */
function readHeaders(bytes: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const name = bytes.toString('utf8', at + 1, nameEnd);
    const type = bytes.readUInt8(nameEnd);
    let length = valueBytes[type];
    at = nameEnd + 1;
    if (length === undefined) throw new Error('a frame of the stream has a header of an unknown type');
    if (length < 0) {
      length = bytes.readUInt16BE(at);
      at += 2;
    }
    if (type === stringType) headers.set(name, bytes.toString('utf8', at, at + length));
    at += length;
  }
  return headers;
}

function readMessage(data: string, headers: ReadonlyMap<string, string>): { message: string } {
  try {
    const payload = JSON.parse(data);
    return { message: String(payload.message ?? payload.Message ?? '') };
  } catch {
    return { message: headers.get(':error-message') ?? data };
  }
}
