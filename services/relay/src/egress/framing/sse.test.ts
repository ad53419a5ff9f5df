import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
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
  ['CR', '\r'],
]) {
  test(`events with ${name} are the same whole, cut at every byte and byte by byte`, () => {
    const bytes = Buffer.from(lines.join(lineEnd));
    for (let cut = 0; cut <= bytes.length; cut++) {
      assert.deepEqual(decode(bytes.subarray(0, cut), bytes.subarray(cut)), expected, `cut at ${cut}`);
    }
    assert.deepEqual(decode(...[...bytes].map((byte) => Buffer.from([byte]))), expected);
  });
}

test('an event of any length is the same with every line end', () => {
  const long = 'x'.repeat(300_000);
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const bytes = Buffer.from(['event: a', `data: ${long}`, 'data: b', '', ''].join(lineEnd));
    assert.deepEqual(decode(bytes.subarray(0, 100), bytes.subarray(100)), [{ event: 'a', data: `${long}\nb` }]);
  }
});

test('the last event counts without its blank line', () => {
  assert.deepEqual(decode(Buffer.from('data: a\n\ndata: b')), [
    { event: '', data: 'a' },
    { event: '', data: 'b' },
  ]);
});

/** Events as a parser that browsers' clients use tells them, of the whole text at once. */
function byTheBook(text: string) {
  const frames: { event: string; data: string }[] = [];
  const parser = createParser({ onEvent: ({ event = '', data }) => frames.push({ event, data }) });
  parser.feed(text);
  return frames;
}

/** Lines of every kind, with every line end, blank or not. */
const someLines = fc
  .array(
    fc.tuple(
      fc.constantFrom('data: ', 'data:', 'data', 'event: ', 'event', ': ', 'id: ', 'retry: ', '', '', 'x: ', ' data: '),
      fc.constantFrom('', 'a', '{"a":1}', 'tide — 潮', '[DONE]', 'a: b', '  '),
      fc.constantFrom('\n', '\n', '\r\n', '\r'),
    ),
    { maxLength: 20 },
  )
  .map((lines) => lines.map((line) => line.join('')).join(''));

test('events are those of another parser, wherever their bytes are cut', () => {
  fc.assert(
    fc.property(fc.boolean(), someLines, fc.array(fc.nat(200), { maxLength: 6 }), (hasMark, lines, cuts) => {
      // What follows the last blank line is no event to others, and text without a field an error to us.
      const text = `${lines.replaceAll(/^\s*\{.*$/gm, '')}\n\n`;
      const bytes = Buffer.from(hasMark ? `\u{feff}${text}` : text);
      const borders = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
      const pieces = borders.slice(1).map((border, at) => bytes.subarray(borders[at], border));
      const expected = byTheBook(text).map(({ event, data }) => ({ event: event.trim(), data }));
      assert.deepEqual(decode(...pieces), expected);
    }),
    { numRuns: 5000 },
  );
});

test('an error without a field is a frame, and the same wherever it is cut', () => {
  const bytes = Buffer.from('data: a\r\n\r\n{"error":1}\r\r\n');
  for (let cut = 0; cut <= bytes.length; cut++) {
    assert.deepEqual(decode(bytes.subarray(0, cut), bytes.subarray(cut)).at(-1), { event: '', data: '{"error":1}' });
  }
});

test('an event without end does not fill the memory', () => {
  const decoder = sse.decoder();
  const piece = Buffer.alloc(16 * 1_048_576, 'x');
  assert.throws(() => {
    for (let i = 0; i < 6; i++) decoder.push(piece);
  }, /too long/);
});
