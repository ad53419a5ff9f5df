import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eventPayloads, splitEvents } from './sse.ts';

const texts = fc
  .array(fc.constantFrom('\n', '\r\n', 'data: a', 'data:', ' ', 'event: b', ': c', 'data: {"d":1}'), {
    maxLength: 24,
  })
  .map((pieces) => pieces.join(''));

/** As the standard words it (WHATWG HTML, server-sent events). */
function payloadsByPattern(text: string): string[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data:')))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.replace(/^data: ?/, '')).join('\n'));
}

test('events that are split are the text again, and each holds one payload at most', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const events = splitEvents(text);
      assert.equal(events.join(''), text);
      const payloads = events.map((event) => eventPayloads(event));
      assert.ok(payloads.every(({ length }) => length <= 1));
      assert.deepEqual(payloads.flat(), eventPayloads(text));
    }),
    { numRuns: 5_000 },
  );
});

test('payloads are those that a pattern finds', () => {
  fc.assert(
    fc.property(texts, (text) => assert.deepEqual(eventPayloads(text), payloadsByPattern(text))),
    { numRuns: 5_000 },
  );
});
