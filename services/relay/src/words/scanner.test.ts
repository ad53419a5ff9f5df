import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildAutomaton } from './automaton.ts';
import { fold } from './fold.ts';
import { mask, Scanner } from './scanner.ts';

/** The pieces as they are sent when all is decided. */
function masked(words: readonly string[], ...pieces: readonly string[]): string[] {
  const scanner = new Scanner(buildAutomaton(words.map(fold)));
  return pieces.map((piece) => scanner.push(piece).piece).map(mask);
}

test('a word becomes as many asterisks, whatever its spelling', () => {
  assert.deepEqual(masked(['bad'], 'so BAD, ｂａｄ and b\u00adad'), ['so ***, *** and ***']);
  assert.deepEqual(masked(['straße'], 'STRASSE 7'), ['******* 7']);
  assert.deepEqual(masked(['café'], 'cafe\u0301s'), ['****s']);
  assert.deepEqual(masked(['𝓫𝓪𝓭'], 'bad 𝓫𝓪𝓭'), ['*** ***']);
});

test('a word that is cut in pieces is masked in all of them', () => {
  assert.deepEqual(masked(['forbidden'], 'it is for', 'bid', 'den!'), ['it is ***', '***', '***!']);
  assert.deepEqual(masked(['ab', 'bcd'], 'xa', 'b', 'c', 'd'), ['x*', '*', '*', '*']);
});

test('words that overlap are masked together, and a shorter one within a longer once', () => {
  assert.deepEqual(masked(['abc', 'cde', 'd'], 'xabcdex'), ['x*****x']);
});

test('a piece is decided when nothing of it may begin a word any more', () => {
  const scanner = new Scanner(buildAutomaton(['abcd']));
  const first = scanner.push('zzab').piece;
  assert.equal(scanner.isDecided(first), false);
  const second = scanner.push('c').piece;
  assert.equal(scanner.isDecided(first), false);
  const third = scanner.push('x').piece;
  assert.deepEqual(
    [first, second, third].map((piece) => scanner.isDecided(piece)),
    [true, true, true],
  );
});

test('what is settled is decided, and a later piece does not complete it', () => {
  const scanner = new Scanner(buildAutomaton(['abcd']));
  const { piece } = scanner.push('ab');
  scanner.settle();
  assert.equal(scanner.isDecided(piece), true);
  assert.equal(scanner.push('cd').hasEnd, false);
});

test('it tells in which piece a word ends', () => {
  const scanner = new Scanner(buildAutomaton(['abcd']));
  assert.deepEqual(
    ['xxab', 'c', 'dx', 'x'].map((piece) => scanner.push(piece).hasEnd),
    [false, false, true, false],
  );
});

test('pieces say the same as the whole, however it is cut', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'b', 'c', 'ﬁ', ' '), maxLength: 30 });
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'f', 'i'), minLength: 1, maxLength: 4 });
  const property = (words: string[], text: string, cuts: number[]) => {
    const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((left, right) => left - right);
    const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
    assert.equal(masked(words, ...pieces).join(''), masked(words, text)[0]);
  };
  fc.assert(fc.property(fc.array(word, { maxLength: 4 }), letters, fc.array(fc.nat(), { maxLength: 5 }), property));
});
