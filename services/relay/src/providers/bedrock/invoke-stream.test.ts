import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { readUsage } from '../../dialects/anthropic-messages/usage.ts';
import { sse } from '../../egress/framing/sse.ts';
import { invokeStream } from './invoke-stream.ts';

/** Anthropic's events as frames of AWS's; `exception` makes the last an exception of this type. */
function frame(
  payload: object,
  headers: Record<string, string> = { ':event-type': 'chunk', ':message-type': 'event' },
) {
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const length = Buffer.from([0, value.length]);
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        Buffer.from([7]),
        length,
        Buffer.from(value),
      ]);
    }),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const bytes = Buffer.alloc(16 + head.length + body.length);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.writeUInt32BE(head.length, 4);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8);
  head.copy(bytes, 12);
  body.copy(bytes, 12 + head.length);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

const wrap = (event: object) => frame({ bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abcdef' });
const metrics = {
  'amazon-bedrock-invocationMetrics': {
    inputTokenCount: 10,
    outputTokenCount: 5,
    cacheReadInputTokenCount: 3,
    cacheWriteInputTokenCount: 2,
    invocationLatency: 900,
    firstByteLatency: 300,
  },
};

test('a stream inside AWS’s frames is the stream that Anthropic sends, wherever it is cut', () => {
  const file = new URL('../../dialects/anthropic-messages/fixtures/thinking-and-tools.sse', import.meta.url);
  const expected = sse.decoder().push(readFileSync(file));
  const bytes = Buffer.concat(
    expected.map(({ data }) =>
      wrap(data.includes('message_stop') ? { type: 'message_stop', ...metrics } : JSON.parse(data)),
    ),
  );
  assert.deepEqual(invokeStream.decoder().push(bytes), expected);
  for (let at = 0; at < bytes.length; at++) {
    const decoder = invokeStream.decoder();
    assert.deepEqual([...decoder.push(bytes.subarray(0, at)), ...decoder.push(bytes.subarray(at))], expected);
  }
});

test('figures of the account stand in for usage that did not come', () => {
  const stop = { type: 'message_stop', ...metrics };
  const bytes = Buffer.concat([wrap({ type: 'message_start', message: { id: 'msg_1' } }), wrap(stop)]);
  const [, last] = invokeStream.decoder().push(bytes);
  assert.doesNotMatch(last?.data ?? '', /bedrock/);
  assert.deepEqual(readUsage(JSON.parse(last?.data ?? '')), { prompt: 15, completion: 5, cacheRead: 3, cacheWrite: 2 });
});

test('exceptions become errors of Anthropic’s', () => {
  const headers = { ':message-type': 'exception', ':exception-type': 'throttlingException' };
  assert.deepEqual(invokeStream.decoder().push(frame({ message: 'Slow down' }, headers)), [
    { event: 'error', data: '{"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}' },
  ]);
});

test('events of another kind are passed over', () => {
  assert.deepEqual(invokeStream.decoder().push(frame({ x: 1 }, { ':event-type': 'future' })), []);
  assert.deepEqual(invokeStream.decoder().push(frame({ p: 'x' })), []);
});
