import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildAutomaton } from './automaton.ts';
import { containsWord } from './contains-word.ts';
import { fold } from './fold.ts';

const words = buildAutomaton(['forbidden'].map(fold));

test('a short text is judged at once', () => {
  assert.equal(containsWord(words, 'not ForBidden'), true);
  assert.equal(containsWord(words, 'not for bidden'), false);
});

test('a long text is judged in slices, with words that lie across them, and lets others run between', async () => {
  const long = `${'x'.repeat(32_763)}forbidden${'y'.repeat(200_000)}`;
  assert.equal(await containsWord(words, long), true);
  assert.equal(await containsWord(words, `${'lorem '.repeat(100_000)}forbidden`), true);
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  assert.equal(await containsWord(words, 'z'.repeat(1_000_000)), false);
  clearInterval(counting);
  assert.ok(turns > 0);
});
