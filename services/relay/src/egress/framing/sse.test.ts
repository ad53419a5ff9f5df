import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sse } from './sse.ts';

const lines = [
  ': a comment',
  '',
  'event: message_start',
  'data: {"text":"tide — 潮"}',
  '',
  'data:no blank',
  'id: 7',
  'retry: 10',
  '',
  '',
  'data: first',
  'data: second',
  '',
  'data: [DONE]',
  '',
  '',
];
const expected = [
  { event: 'message_start', data: '{"text":"tide — 潮"}' },
  { event: '', data: 'no blank' },
  { event: '', data: 'first\nsecond' },
  { event: '', data: '[DONE]' },
];

function decode(...chunks: Buffer[]) {
  const decoder = sse.decoder();
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()];
}

for (const [name, lineEnd] of [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
]) {
  test(`events with ${name} are the same whole, cut at every byte and byte by byte`, () => {
    const bytes = Buffer.from(lines.join(lineEnd));
    for (let cut = 0; cut <= bytes.length; cut++) {
      assert.deepEqual(decode(bytes.subarray(0, cut), bytes.subarray(cut)), expected, `cut at ${cut}`);
    }
    assert.deepEqual(decode(...[...bytes].map((byte) => Buffer.from([byte]))), expected);
  });
}

test('the last event counts without its blank line', () => {
  assert.deepEqual(decode(Buffer.from('data: a\n\ndata: b')), [
    { event: '', data: 'a' },
    { event: '', data: 'b' },
  ]);
});

test('an event without end does not fill the memory', () => {
  const decoder = sse.decoder();
  const piece = Buffer.alloc(16 * 1_048_576, 'x');
  assert.throws(() => {
    for (let i = 0; i < 6; i++) decoder.push(piece);
  }, /too long/);
});
