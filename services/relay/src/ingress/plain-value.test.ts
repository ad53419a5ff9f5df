import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPlain } from './plain-value.ts';

function read(text: string): unknown {
  const bytes = Buffer.from(`..${text}..`);
  return readPlain(bytes, 2, bytes.length - 2);
}

test('what is read is what JSON.parse reads, or left to it', () => {
  const values = fc.oneof(
    fc.json(),
    fc.string(),
    fc.stringMatching(/^-?[0-9.eE+]{1,18}$/),
    fc.stringMatching(/^"[ -~]*"?$/),
  );
  fc.assert(
    fc.property(values, (text) => {
      const value = read(text);
      if (value !== undefined) assert.deepEqual(value, JSON.parse(text));
    }),
    { numRuns: 3_000 },
  );
});

test('names of models and limits of tokens are read', () => {
  assert.equal(read('"gpt-5.4-mini"'), 'gpt-5.4-mini');
  assert.equal(read('""'), '');
  assert.equal(read('4096'), 4096);
  assert.equal(read('0'), 0);
});

for (const text of [
  '',
  '"',
  '01',
  '-1',
  '1.5',
  '1e3',
  '1234567890123456',
  'true',
  'null',
  '[1]',
  '"a\\"b"',
  '"\\n"',
  '"é"',
]) {
  test(`${text || 'nothing'} is left to JSON.parse`, () => assert.equal(read(text), undefined));
}
