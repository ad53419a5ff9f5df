import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { writeAwsFrame, writeChunkFrame, writeExceptionFrame } from '@switchyard/testing/hosts/aws-frames';
import { readUsage } from '../../dialects/anthropic-messages/usage.ts';
import { sse } from '../../egress/framing/sse.ts';
import { invokeStream } from './invoke-stream.ts';

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
      writeChunkFrame(data.includes('message_stop') ? { type: 'message_stop', ...metrics } : JSON.parse(data)),
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
  const bytes = Buffer.concat([
    writeChunkFrame({ type: 'message_start', message: { id: 'msg_1' } }),
    writeChunkFrame(stop),
  ]);
  const [, last] = invokeStream.decoder().push(bytes);
  assert.doesNotMatch(last?.data ?? '', /bedrock/);
  assert.deepEqual(readUsage(JSON.parse(last?.data ?? '')), { prompt: 15, completion: 5, cacheRead: 3, cacheWrite: 2 });
});

test('exceptions become errors of Anthropic’s', () => {
  assert.deepEqual(invokeStream.decoder().push(writeExceptionFrame('throttlingException', 'Slow down')), [
    { event: 'error', data: '{"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}' },
  ]);
});

test('events of another kind are passed over', () => {
  assert.deepEqual(invokeStream.decoder().push(writeAwsFrame({ ':event-type': 'future' }, { x: 1 })), []);
  assert.deepEqual(invokeStream.decoder().push(writeAwsFrame({ ':event-type': 'chunk' }, { p: 'x' })), []);
});
