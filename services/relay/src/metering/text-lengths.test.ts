import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ByteText, encodeText } from '../egress/framing/byte-text.ts';
import { TextLengths } from './text-lengths.ts';

const events = (...deltas: object[]) =>
  encodeText(deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`).join(''));

function measured(...chunks: ByteText[]) {
  const lengths = new TextLengths();
  for (const chunk of chunks) lengths.measure(chunk);
  return { count: lengths.count, bytes: lengths.bytes, tokens: lengths.tokens };
}

test('texts count alike wherever the stream is cut between events', () => {
  const deltas = [
    { content: 'Hello' },
    { content: ' wor"ld\\' },
    { content: '' },
    { content: 'a\n"content":"b' },
    { content: '\\\\' },
  ];
  const together = measured(events(...deltas));
  const apart = measured(...deltas.map((delta) => events(delta)));
  assert.deepEqual(apart, together);
  const written = deltas.map(({ content }) => JSON.stringify(content).length - 2).filter((length) => length > 0);
  assert.equal(together.count, written.length);
  assert.equal(
    together.bytes,
    written.reduce((sum, length) => sum + length),
  );
});

test('text that moves to another member is found there', () => {
  const { bytes } = measured(
    events({ reasoning_content: 'think' }),
    events({ reasoning_content: null, content: 'answer' }),
    events({ tool_calls: [{ function: { arguments: '{}' } }] }),
  );
  assert.equal(bytes, 'think'.length + 'answer'.length + '{}'.length);
});

test('an event that is cut within a text counts nothing of it', () => {
  assert.deepEqual(measured(events({ content: 'whole' }), encodeText('data: {"content":"half')), {
    count: 1,
    bytes: 5,
    tokens: 1.25,
  });
});

test('a short piece is a token', () => {
  assert.equal(measured(events({ content: 'a' }, { content: 'b' })).tokens, 2);
});

test('a text of twenty megabytes is measured as any other', () => {
  const content = 'a"'.repeat(10_000_000);
  assert.equal(measured(events({ content })).bytes, 30_000_000);
});
