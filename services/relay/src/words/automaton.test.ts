import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildAutomaton, step } from './automaton.ts';

/** Where words end in a text, and the length of the longest that ends there. */
function found(words: readonly string[], text: string): [number, number][] {
  const automaton = buildAutomaton(words);
  const ends: [number, number][] = [];
  let node = 0;
  for (let at = 0; at < text.length; at++) {
    node = step(automaton, node, text.charCodeAt(at));
    const length = automaton.wordLength[node] as number;
    if (length > 0) ends.push([at + 1, length]);
  }
  return ends;
}

test('finds words within and across one another', () => {
  assert.deepEqual(found(['he', 'she', 'his', 'hers'], 'ushers'), [
    [4, 3],
    [6, 4],
  ]);
  assert.deepEqual(found(['aa'], 'aaaa'), [
    [2, 2],
    [3, 2],
    [4, 2],
  ]);
});

test('a list without words finds nothing', () => {
  assert.deepEqual(found([], 'text'), []);
  assert.deepEqual(found([''], 'text'), []);
});

test('what it finds is what a search for each word finds, for any words and texts', () => {
  const letters = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '語'), minLength: 0, maxLength });
  const property = (words: string[], text: string) => {
    const expected: [number, number][] = [];
    for (let end = 1; end <= text.length; end++) {
      const ending = words.filter((word) => word !== '' && text.slice(0, end).endsWith(word));
      if (ending.length > 0) expected.push([end, Math.max(...ending.map(({ length }) => length))]);
    }
    assert.deepEqual(found(words, text), expected);
  };
  fc.assert(fc.property(fc.array(letters(5), { maxLength: 8 }), letters(40), property), { numRuns: 500 });
});

test('how far a text may be the beginning of a word is the depth of its node', () => {
  const automaton = buildAutomaton(['abcd', 'cx']);
  let node = 0;
  const depths = [...'abcxabcd'].map((letter) => {
    node = step(automaton, node, letter.charCodeAt(0));
    return automaton.depth[node];
  });
  assert.deepEqual(depths, [1, 2, 3, 2, 1, 2, 3, 4]);
});
