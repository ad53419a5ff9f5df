import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { awsEventStream } from './aws-event-stream.ts';

/** A frame that AWS's own encoder made: event `chunk` with padding. */
const chunk = Buffer.from(
  'AAAAkQAAAEtoSknRCzpldmVudC10eXBlBwAFY2h1bmsNOmNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb24NOm1lc3NhZ2UtdHlwZQcABWV2ZW50eyJieXRlcyI6ImV5SjBlWEJsSWpvaWJXVnpjMkZuWlY5emRHOXdJbjA9IiwicCI6ImFiYyJ9oa68mg==',
  'base64',
);
const chunkFrame = { event: 'chunk', data: '{"bytes":"eyJ0eXBlIjoibWVzc2FnZV9zdG9wIn0=","p":"abc"}' };

/** A frame with these raw headers. */
function frame(headers: Buffer, payload: string): Buffer {
  const body = Buffer.from(payload);
  const bytes = Buffer.alloc(16 + headers.length + body.length);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.writeUInt32BE(headers.length, 4);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8);
  headers.copy(bytes, 12);
  body.copy(bytes, 12 + headers.length);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, bytes.length - 4)), bytes.length - 4);
  return bytes;
}

function header(name: string, type: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([type]), value]);
}

function text(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return header(name, 7, Buffer.concat([length, Buffer.from(value)]));
}

test('frames come out the same wherever their bytes are cut or glued', () => {
  const bytes = Buffer.concat([chunk, chunk, frame(Buffer.alloc(0), ''), chunk]);
  const expected = [chunkFrame, chunkFrame, { event: '', data: '' }, chunkFrame];
  assert.deepEqual(awsEventStream.decoder().push(bytes), expected);
  for (let at = 0; at <= bytes.length; at++) {
    const decoder = awsEventStream.decoder();
    // The memory of each piece is read into again.
    const [first, second] = [Buffer.from(bytes.subarray(0, at)), Buffer.from(bytes.subarray(at))];
    const frames = decoder.push(first);
    first.fill(0);
    frames.push(...decoder.push(second), ...decoder.end());
    assert.deepEqual(frames, expected, `cut at ${at}`);
  }
  const decoder = awsEventStream.decoder();
  const frames = Array.from(bytes, (_, at) => decoder.push(bytes.subarray(at, at + 1))).flat();
  assert.deepEqual(frames, expected);
});

test('no changed byte goes unnoticed', () => {
  for (let at = 0; at < chunk.length; at++) {
    const damaged = Buffer.from(chunk);
    damaged[at] = (damaged[at] as number) ^ 0x10;
    assert.throws(() => awsEventStream.decoder().push(damaged), /frame/, `byte ${at}`);
  }
});

test('headers of every type are passed over', () => {
  const sizes = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16];
  const others = sizes.flatMap((size, type) =>
    size === undefined ? [] : [header(`h${type}`, type, Buffer.alloc(size, 7))],
  );
  const bytes = header('h6', 6, Buffer.from([0, 2, 9, 9]));
  const whole = frame(Buffer.concat([...others, bytes, text(':event-type', 'metadata')]), '{}');
  assert.deepEqual(awsEventStream.decoder().push(whole), [{ event: 'metadata', data: '{}' }]);
});

test('exceptions and errors are told apart from events', () => {
  const exception = Buffer.concat([text(':message-type', 'exception'), text(':exception-type', 'throttlingException')]);
  assert.deepEqual(awsEventStream.decoder().push(frame(exception, '{"message":"Slow down"}')), [
    { event: 'throttlingException', data: '{"__type":"throttlingException","message":"Slow down"}' },
  ]);
  const error = Buffer.concat([
    text(':message-type', 'error'),
    text(':error-code', 'InternalError'),
    text(':error-message', 'Sorry'),
  ]);
  assert.deepEqual(awsEventStream.decoder().push(frame(error, '')), [
    { event: 'InternalError', data: '{"__type":"InternalError","message":"Sorry"}' },
  ]);
});
