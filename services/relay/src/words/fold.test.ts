import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from './fold.ts';

for (const [one, other] of [
  ['Forbidden', 'ｆｏｒｂｉｄｄｅｎ'],
  ['FORBIDDEN', 'for\u00adbid\u200bden'],
  ['caf\u00e9', 'CAFE\u0301'],
  ['straße', 'STRASSE'],
  ['office', 'o\ufb03ce'],
  ['ΟΔΟΣ', 'οδος'],
  ['ﾊﾞｶ', 'バカ'],
  ['가', '\u1100\u1161'],
  ['①②', '12'],
  ['𝓫𝓪𝓭', 'bad'],
] as const) {
  test(`${one} and ${other} are one word`, () => assert.equal(fold(one), fold(other)));
}

for (const [one, other] of [
  ['e', 'é'],
  ['가', '각'],
  ['が', 'か'],
] as const) {
  test(`${one} and ${other} are two`, () => assert.notEqual(fold(one), fold(other)));
}
