import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileCard } from './compile.ts';
import { chargedServiceTier, namesServiceTier } from './service-tiers.ts';

const serviceTiers = { flex: '0.5', scale: '1.5', priority: '2.5' };
const tiered = compileCard({ input: '2', output: '8', serviceTiers }, '1');

const charged: [string, string, string | undefined, string | undefined][] = [
  ['the one that the answer names', 'priority', 'flex', 'flex'],
  ['the asked one when the answer names none', 'priority', undefined, 'priority'],
  ['the standard one when the answer names it', 'priority', 'default', undefined],
  ['the standard one when the answer says what the card does not know', 'priority', 'constructor', undefined],
  ['a cheaper one than was asked for', 'priority', 'scale', 'scale'],
  ['no dearer one than was asked for', 'scale', 'priority', 'scale'],
  ['no dearer one than the standard for who asked for a cheap one', 'flex', 'priority', undefined],
];
for (const [what, asked, told, tier] of charged) {
  test(`the tier that is charged is ${what}`, () => assert.equal(chargedServiceTier(tiered, asked, told, 0), tier));
}

test('a tier is named by the price that holds when the request starts', () => {
  const next = { from: '2026-12-01', input: '2', output: '8', serviceTiers: { fast: '3' } };
  const compiled = compileCard({ input: '2', output: '8', serviceTiers, next }, '1');
  const [before, after] = [Date.UTC(2026, 10, 30), Date.UTC(2026, 11, 1)];
  const names = (tier: string, at: number) => namesServiceTier(compiled, tier, at);
  assert.deepEqual([names('priority', before), names('priority', after)], [true, false]);
  assert.deepEqual([names('fast', before), names('fast', after)], [false, true]);
  assert.equal(chargedServiceTier(compiled, 'fast', 'priority', after), undefined);
});
