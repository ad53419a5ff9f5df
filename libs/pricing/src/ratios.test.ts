import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseOption } from '@switchyard/contracts';
import fc from 'fast-check';
import type { PriceCard } from './card.ts';
import { cardsInForce } from './cards-in-force.ts';
import { type RatioMapName, ratioMapNames, ratioMapText, readRatioMap } from './ratios.ts';
import { shippedCards } from './table.ts';
import { decimals, fixedCards, tokenCards, withFeesAndSuccessor } from './testing/arbitraries.ts';
import { type CardChanges, writeRatioMap } from './write-ratios.ts';

type Cards = ReadonlyMap<string, PriceCard>;

const shipped: Cards = new Map<string, PriceCard>([
  ['gpt', { input: '2.5', output: '10', cacheRead: '1.25' }],
  ['flash', { input: '0.3', output: '2.5', cacheRead: '0.03', audioInput: '1' }],
  [
    'long',
    {
      input: '2',
      output: '12',
      cacheRead: '0.2',
      longContext: { aboveInputTokens: 200_000, input: '4', output: '18', cacheRead: '0.4' },
    },
  ],
  ['free', { input: '0', output: '0' }],
  ['image', { perCall: '0.04' }],
]);

const read = (name: RatioMapName, cards: Cards) => Object.fromEntries(readRatioMap(name, cards));

/** Writes a whole map; gives the changes and the cards in force after them. */
function write(name: RatioMapName, map: Cards | Map<string, string> | Record<string, string>, cards: Cards = shipped) {
  const wanted = new Map(map instanceof Map ? map : Object.entries(map)) as Map<string, string>;
  const changes = writeRatioMap(name, wanted, cards, shipped);
  assert.ok(!('error' in changes), 'error' in changes ? changes.error : '');
  return { ...changes, cards: inForce(changes, cards) };
}

function inForce({ store, remove }: CardChanges, cards: Cards): Map<string, PriceCard> {
  const next = new Map([...cards, ...store]);
  for (const model of remove) {
    const base = shipped.get(model);
    if (base === undefined) next.delete(model);
    else next.set(model, base);
  }
  return next;
}

/** The map as it is plus some figures. */
function edit(name: RatioMapName, figures: Record<string, string>, cards: Cards = shipped) {
  return write(name, new Map([...readRatioMap(name, cards), ...Object.entries(figures)]), cards);
}

describe('reading', () => {
  test('ratio 1 is 2 USD per million tokens, without float noise', () => {
    assert.deepEqual(read('ModelRatio', shipped), { gpt: '1.25', flash: '0.15', long: '1', free: '0' });
    assert.deepEqual(read('ModelRatio', new Map([['m', { input: '0.6', output: '1' }]])), { m: '0.3' });
  });

  test('quotients have 6 decimals, and a free input has none', () => {
    assert.deepEqual(read('CompletionRatio', shipped), { gpt: '4', flash: '8.333333', long: '6' });
    assert.deepEqual(read('CacheRatio', shipped), { gpt: '0.5', flash: '0.1', long: '0.1' });
  });

  test('fixed prices are in USD', () => assert.deepEqual(read('ModelPrice', shipped), { image: '0.04' }));

  test('the option text is JSON with the digits of the map', () => {
    const text = ratioMapText(
      new Map([
        ['a"b', '0.1'],
        ['__proto__', '8.333333'],
      ]),
    );
    assert.equal(text, '{"a\\"b":0.1,"__proto__":8.333333}');
    assert.equal(ratioMapText(new Map()), '{}');
  });
});

describe('writing', () => {
  test('a new model ratio moves all token prices in proportion, tiers included', () => {
    const { store, remove } = edit('ModelRatio', { long: '2', flash: '0.3' });
    assert.deepEqual(Object.fromEntries(store), {
      long: {
        input: '4',
        output: '24',
        cacheRead: '0.4',
        longContext: { aboveInputTokens: 200_000, input: '8', output: '36', cacheRead: '0.8' },
      },
      flash: { input: '0.6', output: '5', cacheRead: '0.06', audioInput: '2' },
    });
    assert.deepEqual(remove, []);
  });

  test('a new completion or cache ratio moves that price alone', () => {
    assert.deepEqual(edit('CompletionRatio', { long: '5' }).store.get('long'), {
      input: '2',
      output: '10',
      cacheRead: '0.2',
      longContext: { aboveInputTokens: 200_000, input: '4', output: '15', cacheRead: '0.4' },
    });
    assert.deepEqual(edit('CacheRatio', { gpt: '0.1' }).store.get('gpt'), {
      input: '2.5',
      output: '10',
      cacheRead: '0.25',
    });
  });

  test('a quotient that does not terminate means the plainest price that shows as it', () => {
    const { cards } = write('CompletionRatio', { ...read('CompletionRatio', shipped), flash: '5.333333', gpt: '1.2' });
    assert.deepEqual([cards.get('flash')?.output, cards.get('gpt')?.output], ['1.6', '3']);
    assert.equal(read('CompletionRatio', cards).flash, '5.333333');
    const { cards: cached } = write('CacheRatio', { ...read('CacheRatio', shipped), flash: '0.233333' });
    assert.equal(cached.get('flash')?.cacheRead, '0.07');
  });

  test('a cache ratio gives a price to a card without one, in its tiers too', () => {
    const cards = new Map<string, PriceCard>([
      ...shipped,
      ['m', { input: '2', output: '8', longContext: { aboveInputTokens: 9, input: '4', output: '16' } }],
    ]);
    assert.deepEqual(edit('CacheRatio', { m: '0.25' }, cards).store.get('m'), {
      input: '2',
      output: '8',
      cacheRead: '0.5',
      longContext: { aboveInputTokens: 9, input: '4', output: '16', cacheRead: '1' },
    });
  });

  test('a model without a card starts with completion ratio 1', () => {
    const first = edit('ModelRatio', { house: '1.5' });
    assert.deepEqual(Object.fromEntries(first.store), { house: { input: '3', output: '3' } });
    const second = edit('CompletionRatio', { house: '4' }, first.cards);
    assert.deepEqual(Object.fromEntries(second.store), { house: { input: '3', output: '12' } });
  });

  test('a fixed price is kept beside token prices and beats them', () => {
    const { cards } = edit('ModelPrice', { gpt: '0.1' });
    assert.deepEqual(cards.get('gpt'), { ...shipped.get('gpt'), perCall: '0.1' });
    assert.deepEqual(edit('ModelRatio', { gpt: '5' }, cards).cards.get('gpt'), {
      input: '10',
      output: '40',
      cacheRead: '5',
      perCall: '0.1',
    });
    assert.deepEqual(edit('ModelRatio', { image: '5' }).cards.get('image'), {
      perCall: '0.04',
      input: '10',
      output: '10',
    });
  });

  test('a short map never unprices a shipped model', () => {
    for (const name of ratioMapNames) {
      const { store, remove } = write(name, {});
      assert.deepEqual([store.size, remove], [0, []], name);
    }
  });

  test('a model left out returns to its shipped price, and loses what was only priced here', () => {
    const first = edit('ModelRatio', { gpt: '9', house: '1' });
    const { store, remove } = write('ModelRatio', { flash: '0.15' }, first.cards);
    assert.equal(store.size, 0);
    assert.deepEqual([...remove].sort(), ['gpt', 'house']);
  });

  test('a fixed price left out leaves the token prices of the model', () => {
    const { cards } = edit('ModelPrice', { house: '1' }, edit('ModelRatio', { house: '1' }).cards);
    assert.deepEqual(write('ModelPrice', {}, cards).cards.get('house'), { input: '2', output: '2' });
    assert.deepEqual(write('ModelRatio', {}, cards).cards.get('house'), { perCall: '1' });
  });

  test('a figure for a model whose stored card cannot be read starts from the shipped card', () => {
    const cards = new Map([...shipped].filter(([model]) => model !== 'long'));
    assert.deepEqual(edit('CacheRatio', { gpt: '0.1' }, cards).remove, []);
    assert.deepEqual(edit('CompletionRatio', { long: '6' }, cards).remove, ['long']);
    assert.equal(edit('CompletionRatio', { long: '5' }, cards).store.get('long')?.output, '10');
  });

  test('a shipped price written again follows upgrades again', () => {
    const { cards } = edit('ModelRatio', { flash: '0.2' });
    const { store, remove } = edit('ModelRatio', { flash: '0.15' }, cards);
    assert.deepEqual([store.size, remove], [0, ['flash']]);
  });

  test('a shipped price written again keeps what no map shows of an own card', () => {
    const prices = { input: '0.15', output: '1.25', cacheRead: '0.015', audioInput: '0.5' };
    for (const part of [
      { serviceTiers: { priority: '2' } },
      { audioInput: '2' },
      { toolFees: { web_search: '9' } },
      { offPeak: { peakHoursUtc: ['08:00-20:00'], peakDays: 'Mon-Fri', ...prices } },
      { longContext: { aboveInputTokens: 9, ...prices } },
      { next: { from: '2999-01-01', input: '7', output: '8' } },
    ]) {
      const own = new Map([...shipped, ['flash', { ...shipped.get('flash'), ...part }]]);
      const { cards } = edit('ModelRatio', { flash: '0.2' }, own);
      assert.deepEqual(edit('ModelRatio', { flash: '0.15' }, cards).cards.get('flash'), own.get('flash'));
    }
  });

  test('a shipped price that only rounding keeps from its figures follows upgrades again', () => {
    const { cards } = edit('ModelRatio', { flash: '0.000001' });
    const { cards: near } = edit('ModelRatio', { flash: '0.15' }, cards);
    assert.deepEqual(near.get('flash')?.audioInput, '1.00000005');
    assert.deepEqual(edit('CompletionRatio', { flash: '8.333333' }, near).remove, ['flash']);
  });

  test('a model made free and dear again has its proportions back', () => {
    const { cards } = edit('ModelRatio', { gpt: '0' });
    assert.deepEqual(cards.get('gpt'), { input: '0', output: '0', cacheRead: '0' });
    assert.deepEqual(edit('ModelRatio', { gpt: '2.5' }, cards).cards.get('gpt'), {
      input: '5',
      output: '20',
      cacheRead: '2.5',
    });
  });

  test('a completion ratio without a price to multiply is refused and says what to do', () => {
    for (const model of ['nobody', 'image']) {
      const refused = writeRatioMap('CompletionRatio', new Map([[model, '4']]), shipped, shipped);
      assert.deepEqual(refused, {
        error: `CompletionRatio "${model}" has no input price to multiply: set its ModelRatio first`,
      });
    }
    assert.deepEqual(write('CompletionRatio', { free: '4' }).store.size, 0);
  });

  test('a ratio that drives a price out of bounds is refused by model and field', () => {
    const refused = writeRatioMap('CompletionRatio', new Map([['gpt', '1000000']]), shipped, shipped);
    assert.ok('error' in refused);
    assert.match(
      refused.error,
      /^CompletionRatio "gpt" makes a price that cannot be: Price of gpt: output must be a decimal text from 0 to 1000000/,
    );
  });
});

describe('prices beside tokens', () => {
  const cards: Cards = new Map<string, PriceCard>([
    ['speech', { perMillionCharacters: '15' }],
    ['sized', { perCall: '0.04', sizes: { large: '2' }, qualities: { hd: '2' }, toolFees: { search: '10' } }],
    ['searching', { input: '2', output: '8', toolFees: { search: '10' } }],
    ['coming', { input: '2', output: '8', next: { from: '2026-12-01', input: '4', output: '20', cacheRead: '1' } }],
    ['comingCall', { perCall: '1', next: { from: '2026-12-01', perCall: '2' } }],
  ]);
  const written = (name: RatioMapName, figures: Record<string, string>) =>
    write(name, new Map([...readRatioMap(name, cards), ...Object.entries(figures)]), cards).cards;

  test('the model ratio of text to speak is that of its characters', () => {
    assert.equal(read('ModelRatio', cards).speech, '7.5');
    assert.deepEqual(written('ModelRatio', { speech: '10' }).get('speech'), { perMillionCharacters: '20' });
    const free = new Map<string, PriceCard>([['speech', { perMillionCharacters: '0' }]]);
    assert.deepEqual(edit('ModelRatio', { speech: '1' }, free).store.get('speech'), { perMillionCharacters: '2' });
    const refused = writeRatioMap('CompletionRatio', new Map([['speech', '2']]), cards, shipped);
    assert.deepEqual(refused, {
      error: 'CompletionRatio "speech" is priced by characters, which have no such ratio: leave it out',
    });
  });

  test('factors and fees stay when a figure changes, and factors go with the price that they multiply', () => {
    const sized = written('ModelPrice', { sized: '0.1' }).get('sized');
    assert.deepEqual(sized, { ...cards.get('sized'), perCall: '0.1' });
    assert.deepEqual(written('ModelRatio', { sized: '1' }).get('sized'), {
      ...cards.get('sized'),
      ...{ input: '2', output: '2' },
    });
    const both = new Map<string, PriceCard>([['sized', { ...cards.get('sized'), input: '2', output: '2' }]]);
    assert.deepEqual(write('ModelPrice', {}, both).cards.get('sized'), {
      ...{ input: '2', output: '2', toolFees: { search: '10' } },
    });
    assert.equal(write('ModelPrice', {}, cards).cards.get('sized'), undefined);
    assert.deepEqual(written('ModelRatio', { searching: '2' }).get('searching'), {
      ...{ input: '4', output: '16', toolFees: { search: '10' } },
    });
  });

  test('factors of tiers of service stay when a figure changes', () => {
    const serviceTiers = { priority: '2' };
    const tiered = new Map<string, PriceCard>([['tiered', { input: '2', output: '8', perCall: '0.1', serviceTiers }]]);
    for (const [name, map, card] of [
      ['ModelRatio', { tiered: '2' }, { input: '4', output: '16', perCall: '0.1', serviceTiers }],
      ['CompletionRatio', { tiered: '2' }, { input: '2', output: '4', perCall: '0.1', serviceTiers }],
      ['ModelPrice', {}, { input: '2', output: '8', serviceTiers }],
    ] as const)
      assert.deepEqual(write(name, map, tiered).cards.get('tiered'), card, name);
    const byCall = new Map<string, PriceCard>([['tiered', { perCall: '0.1', serviceTiers }]]);
    const both = { perCall: '0.1', input: '2', output: '2', serviceTiers };
    assert.deepEqual(write('ModelRatio', { tiered: '1' }, byCall).cards.get('tiered'), both);
  });

  test('a coming price moves in proportion, and a price per call that is written ends it', () => {
    assert.deepEqual(written('ModelRatio', { coming: '1.5' }).get('coming'), {
      ...{ input: '3', output: '12' },
      next: { from: '2026-12-01', input: '6', output: '30', cacheRead: '1.5' },
    });
    assert.deepEqual(written('CompletionRatio', { coming: '2' }).get('coming'), {
      ...{ input: '2', output: '4' },
      next: { from: '2026-12-01', input: '4', output: '10', cacheRead: '1' },
    });
    assert.deepEqual(written('ModelPrice', { coming: '1' }).get('coming'), { input: '2', output: '8', perCall: '1' });
    assert.deepEqual(written('ModelPrice', { comingCall: '3' }).get('comingCall'), { perCall: '3' });
    assert.equal(write('ModelPrice', {}, cards).cards.get('comingCall'), undefined);
  });

  test('from its day on a coming price is the card', () => {
    assert.deepEqual(cardsInForce(cards, Date.UTC(2026, 10, 30, 23, 59)).get('coming'), cards.get('coming'));
    assert.deepEqual(cardsInForce(cards, Date.UTC(2026, 11, 1)).get('coming'), {
      ...{ input: '4', output: '20', cacheRead: '1' },
    });
  });
});

describe('stability', () => {
  const names = fc.constantFrom(...ratioMapNames);
  const models = fc.constantFrom('gpt', 'flash', 'long', 'free', 'image', 'house', 'other');
  const realistic = decimals(6, 10n);
  const tables = fc
    .array(fc.tuple(models, withFeesAndSuccessor(fc.oneof(tokenCards(realistic), fixedCards(realistic)))), {
      maxLength: 6,
    })
    .map((stored): Cards => new Map([...shipped, ...stored]));

  test('writing back what was read changes nothing, through a client that holds floats', () => {
    fc.assert(
      fc.property(names, fc.oneof(tables, fc.constant(shippedCards)), (name, cards) => {
        const base = cards === shippedCards ? shippedCards : shipped;
        const map = readRatioMap(name, cards);
        const text = JSON.stringify(JSON.parse(ratioMapText(map)));
        const parsed = parseOption(name, text);
        assert.ok('value' in parsed, JSON.stringify(parsed));
        const changes = writeRatioMap(name, parsed.value, cards, base);
        assert.ok(!('error' in changes));
        assert.deepEqual([changes.store.size, changes.remove], [0, []]);
      }),
      { numRuns: 1000 },
    );
  });

  test('a figure with more digits than a float holds is no change when a client sends it back', () => {
    const cards: Cards = new Map([['house', { input: '123456.123456789013', output: '123456.123456789013' }]]);
    const ratio = readRatioMap('ModelRatio', cards).get('house') ?? '';
    assert.notEqual(String(Number(ratio)), ratio);
    assert.deepEqual(write('ModelRatio', { house: String(Number(ratio)) }, cards).store.size, 0);
  });

  test('what was written is read again, and writing it twice changes nothing', () => {
    fc.assert(
      fc.property(
        names,
        tables,
        models,
        decimals(6).filter((ratio) => Number(ratio) <= 1000),
        (name, cards, model, ratio) => {
          const wanted = new Map([...readRatioMap(name, cards), [model, ratio]]);
          const changes = writeRatioMap(name, wanted, cards, shipped);
          if ('error' in changes) return;
          const after = inForce(changes, cards);
          const shown = readRatioMap(name, after).get(model);
          const free = after.get(model)?.input === '0' && name !== 'ModelPrice';
          if (!free || shown !== undefined) assert.equal(shown, ratio);
          const again = writeRatioMap(name, wanted, after, shipped);
          assert.ok(!('error' in again));
          assert.deepEqual([again.store.size, again.remove], [0, []]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('models whose figure stays the same keep their cards to the digit', () => {
    fc.assert(
      fc.property(names, tables, models, decimals(6), (name, cards, model, ratio) => {
        const changes = writeRatioMap(name, new Map([...readRatioMap(name, cards), [model, ratio]]), cards, shipped);
        if ('error' in changes) return;
        for (const touched of [...changes.store.keys(), ...changes.remove]) assert.equal(touched, model);
      }),
      { numRuns: 1000 },
    );
  });
});
