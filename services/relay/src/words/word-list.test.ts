import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containsWord } from './contains-word.ts';
import { WordList } from './word-list.ts';

test('words are built once, and again only when they change', async () => {
  const list = new WordList();
  const first = await list.build(['bad', 'worse']);
  assert.ok(first);
  assert.equal(containsWord(first, 'WORSE'), true);
  assert.equal(await list.build(['bad', 'worse']), first);
  const second = await list.build(['bad', 'worst']);
  assert.ok(second && second !== first);
  assert.equal(containsWord(second, 'worse'), false);
  assert.equal(await list.build([]), undefined);
});

test('a hundred thousand words are built beside the event loop', async () => {
  const words = Array.from({ length: 100_000 }, (_, index) => `word number ${index} of many`);
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const automaton = await new WordList().build(words);
  clearInterval(counting);
  assert.ok(turns > 5, `${turns} turns`);
  assert.ok(automaton && containsWord(automaton, 'the WORD number 99999 of many'));
  assert.equal(containsWord(automaton, 'word number 100000 of many'), false);
});
