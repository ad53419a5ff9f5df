import { crc32 } from 'node:zlib';

/** A frame of AWS's event streams (application/vnd.amazon.eventstream) with headers that are texts. */
export function writeAwsFrame(headers: Readonly<Record<string, string>>, payload: unknown): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => writeHeader(name, value)));
  const body = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const frame = Buffer.alloc(12 + head.length + body.length + 4);
  frame.writeUInt32BE(frame.length, 0);
  frame.writeUInt32BE(head.length, 4);
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8);
  head.copy(frame, 12);
  body.copy(frame, 12 + head.length);
  frame.writeUInt32BE(crc32(frame.subarray(0, -4)), frame.length - 4);
  return frame;
}

export function writeEventFrame(type: string, payload: unknown): Buffer {
  return writeAwsFrame({ ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }, payload);
}

/** An event of Anthropic's as Bedrock streams it. */
export function writeChunkFrame(event: unknown): Buffer {
  return writeEventFrame('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abcdefgh' });
}

export function writeExceptionFrame(type: string, message: string): Buffer {
  const headers = { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' };
  return writeAwsFrame(headers, { message });
}

/** Type 7 is text, with its length in two bytes before it. */
function writeHeader(name: string, value: string): Buffer {
  const text = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, text]);
}
