import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastingOf, parseOther } from './log-other.ts';

const row = { use_time: 4.5, completion_tokens: 200, is_stream: true };

test('the speed of an answer counts from its first byte', () => {
  assert.deepEqual(lastingOf(row, { frt: 500 }), { firstMs: 500, wholeMs: 4500, tokensPerSecond: 50 });
});

test('no speed without a stream, without tokens, or from an instant', () => {
  assert.equal(lastingOf({ ...row, is_stream: false }, { frt: 500 }).tokensPerSecond, undefined);
  assert.equal(lastingOf({ ...row, completion_tokens: 0 }, { frt: 500 }).tokensPerSecond, undefined);
  assert.equal(lastingOf(row, { frt: 4400 }).tokensPerSecond, undefined);
});

test('a first byte that is missing or later than the end is none', () => {
  for (const frt of [0, -1, 9000]) assert.equal(lastingOf(row, { frt }).firstMs, undefined);
  assert.equal(lastingOf(row, {}).firstMs, undefined);
});

test('what cannot be read explains nothing', () => {
  for (const text of ['', '{', 'null', '7']) assert.deepEqual(parseOther(text), {});
  assert.deepEqual(parseOther('{"frt":12}'), { frt: 12 });
});
