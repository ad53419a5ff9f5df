import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCard } from './parse-card.ts';
import { shippedCards } from './table.ts';

const prices = { input: '2', output: '8' };
const offPeak = { peakHoursUtc: ['01:00-04:00'], peakDays: 'Mon-Fri', input: '1', output: '4' };

test('all shipped cards can be read', () => {
  assert.ok(shippedCards.size > 300);
  assert.deepEqual(shippedCards.get('gpt-5.4')?.longContext, {
    aboveInputTokens: 272000,
    input: '5',
    output: '22.5',
    cacheRead: '0.5',
  });
  assert.equal(shippedCards.get('deepseek-chat')?.offPeak?.input, '0.15');
});

test('prices come back in their shortest form', () => {
  const parsed = parseCard('m', { input: '2.50', output: '8.000', offPeak: { ...offPeak, input: '1.0' } });
  assert.deepEqual(parsed, { card: { input: '2.5', output: '8', offPeak } });
});

test('factors, fees and a coming price are read, decimals in their shortest form', () => {
  const parsed = parseCard('m', {
    perCall: '0.040',
    sizes: { '1024x1792': '2.0' },
    qualities: { hd: '2', 'hd 1024x1792': '1.50' },
    toolFees: { web_search: '10.0' },
    next: { from: '2026-12-01', perCall: '0.080', sizes: { '1024x1792': '1.0' } },
  });
  assert.deepEqual(parsed, {
    card: {
      perCall: '0.04',
      sizes: { '1024x1792': '2' },
      qualities: { hd: '2', 'hd 1024x1792': '1.5' },
      toolFees: { web_search: '10' },
      next: { from: '2026-12-01', perCall: '0.08', sizes: { '1024x1792': '1' } },
    },
  });
});

test('factors of tiers of service belong to any unit', () => {
  const serviceTiers = { priority: '2.50', flex: '0.5' };
  for (const unit of [prices, { perCall: '1' }, { perMillionCharacters: '15' }, { ...prices, offPeak }]) {
    const parsed = parseCard('m', { ...unit, serviceTiers });
    assert.deepEqual('card' in parsed && parsed.card.serviceTiers, { priority: '2.5', flex: '0.5' });
  }
});

const refused: [string, unknown, RegExp][] = [
  ['no object', null, /Price of m: card must be a JSON object/],
  ['a list', [], /Price of m: card must be a JSON object/],
  ['no price', {}, /has no price/],
  ['a tier alone', { longContext: { aboveInputTokens: 1, input: '1', output: '1' } }, /has no price/],
  ['input without output', { input: '1' }, /input and output are both needed/],
  ['a cache price alone', { perCall: '1', cacheRead: '1' }, /input and output are both needed/],
  ['a number', { ...prices, input: 2 }, /Price of m: input must be a decimal text/],
  ['a negative price', { ...prices, input: '-1' }, /Price of m: input must be a decimal text from 0 to 1000000/],
  ['an exponent', { ...prices, input: '1e3' }, /input must be a decimal text/],
  ['a price too high', { ...prices, output: '1000000.1' }, /output must be a decimal text/],
  ['13 decimals', { ...prices, cacheRead: '0.1234567890123' }, /cacheRead must be a decimal text/],
  ['a leading zero', { ...prices, input: '01' }, /input must be a decimal text/],
  ['a blank', { ...prices, input: ' 1' }, /input must be a decimal text/],
  ['a line break after the price', { ...prices, input: '1\n' }, /input must be a decimal text/],
  [
    'a tier of service that is no factor',
    { ...prices, serviceTiers: { priority: 'x' } },
    /serviceTiers\.priority must be/,
  ],
  ['a tier of service in capitals', { ...prices, serviceTiers: { Priority: '2' } }, /serviceTiers has fields/],
  ['an unknown field', { ...prices, inputs: '1' }, /has fields that are no prices/],
  ['a nested bad price', { ...prices, offPeak: { ...offPeak, output: 'x' } }, /offPeak\.output must be a decimal text/],
  ['two durations', { perSecond: '1', perMinute: '1' }, /exclude each other/],
  ['two tiers', { ...prices, offPeak, longContext: { aboveInputTokens: 1, ...prices } }, /exclude each other/],
  [
    'a tier with fewer prices',
    { ...prices, cacheRead: '1', offPeak },
    /offPeak must name the same .* differs in cacheRead/,
  ],
  ['a tier with more prices', { ...prices, offPeak: { ...offPeak, cacheRead: '1' } }, /differs in cacheRead/],
  ['fees alone', { toolFees: { web_search: '10' } }, /has no price/],
  ['a bad fee', { ...prices, toolFees: { web_search: '-1' } }, /toolFees\.web_search must be a decimal text/],
  ['an odd tool', { ...prices, toolFees: { 'Web Search': '1' } }, /toolFees has fields that are no prices/],
  ['sizes of tokens', { ...prices, sizes: { large: '2' } }, /sizes need a price to multiply/],
  ['no sizes', { perCall: '1', sizes: {} }, /sizes must not be empty/],
  ['a bad factor', { perCall: '1', qualities: { hd: 2 } }, /qualities\.hd must be a decimal text/],
  ['characters and tokens', { ...prices, perMillionCharacters: '1' }, /perMillionCharacters and token prices exclude/],
  ['characters and seconds', { perSecond: '1', perMillionCharacters: '1' }, /exclude each other/],
  ['a successor without a day', { ...prices, next: prices }, /next lacks from/],
  ['no day of the calendar', { ...prices, next: { from: '2026-02-30', ...prices } }, /next\.from must be a day/],
  ['a successor without a price', { ...prices, next: { from: '2026-12-01' } }, /next: the card has no price/],
  ['another unit to come', { ...prices, next: { from: '2026-12-01', perCall: '1' } }, /priced by the same unit/],
  [
    'two to come',
    { ...prices, next: { from: '2026-12-01', ...prices, next: {} } },
    /next has fields that are no prices/,
  ],
  ['no limit', { ...prices, longContext: prices }, /longContext lacks aboveInputTokens/],
  [
    'a limit of 0',
    { ...prices, longContext: { aboveInputTokens: 0, ...prices } },
    /longContext\.aboveInputTokens must be at least 1/,
  ],
  [
    'hour 25',
    { ...prices, offPeak: { ...offPeak, peakHoursUtc: ['25:00-26:00'] } },
    /peakHoursUtc\.0 must be hours of a day/,
  ],
  ['a window over midnight', { ...prices, offPeak: { ...offPeak, peakHoursUtc: ['22:00-02:00'] } }, /split a window/],
  ['an unknown day', { ...prices, offPeak: { ...offPeak, peakDays: 'Monday' } }, /peakDays must be days such as/],
];

for (const [what, card, message] of refused) {
  test(`a card with ${what} is refused by model and field`, () => {
    const parsed = parseCard('m', card);
    assert.ok('error' in parsed, 'was accepted');
    assert.match(parsed.error, message);
  });
}
