import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { type PriceCard, shippedCards } from '@switchyard/pricing';
import { type TestConsole, testConsole } from '../../../testing/console.ts';
import type { Visitor } from '../../../testing/visitor.ts';
import { readPriceMap } from './litellm.ts';

let testing: TestConsole;
let admin: Visitor;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'admin', role: 10 });
  admin = await testing.signedIn('admin');
});
after(() => testing.close());
beforeEach(() => testing.db.deleteFrom('price_cards').execute());

const map = {
  sample_spec: { input_cost_per_token: 1, litellm_provider: 'one of many' },
  'new-model': {
    input_cost_per_token: 2.5e-6,
    output_cost_per_token: 1e-5,
    cache_read_input_token_cost: 3e-7,
    input_cost_per_token_above_200k_tokens: 5e-6,
    output_cost_per_token_batches: 5e-6,
    max_tokens: 8192,
    mode: 'chat',
  },
  'an-embedding': { input_cost_per_token: 2e-8, output_cost_per_token: 0 },
  'a-picture': { input_cost_per_image: 0.04, mode: 'image_generation' },
  'a-picture-by-tokens': { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6, output_cost_per_image: 0.039 },
  'a-voice': { input_cost_per_character: 1.5e-5 },
  'free-of-charge': { input_cost_per_token: 0, output_cost_per_token: 0 },
  'without-prices': { max_tokens: 5 },
};

test('a map is read as cards: per million, tiers whole, and what is not understood is named', () => {
  assert.deepEqual(
    readPriceMap(map).map(({ model, card, unknown }) => [model, card, unknown]),
    [
      [
        'new-model',
        {
          input: '2.5',
          output: '10',
          cacheRead: '0.3',
          longContext: { aboveInputTokens: 200_000, input: '5', output: '10', cacheRead: '0.3' },
        },
        ['output_cost_per_token_batches'],
      ],
      ['an-embedding', { input: '0.02', output: '0' }, []],
      ['a-picture', { perCall: '0.04' }, []],
      ['a-picture-by-tokens', { input: '1', output: '2' }, ['output_cost_per_image']],
      ['a-voice', { perMillionCharacters: '15' }, []],
    ],
  );
});

test('a comparison names what is new and what changes, and only what is chosen is taken over', async () => {
  const [known, card] = [...shippedCards].find(
    ([, { input, longContext, next }]) => input && !longContext && !next,
  ) as [string, { input: string }];
  const own = { [known]: { input_cost_per_token: (Number(card.input) * 3) / 1e6, output_cost_per_token: 1e-3 } };
  const { data: diff } = await admin.post('/api/option/prices/diff', { map: JSON.stringify({ ...map, ...own }) });
  assert.deepEqual([diff.models.length, diff.same, diff.unpriced], [6, 0, 3]);
  const changed = diff.models.find(({ model }: { model: string }) => model === known);
  assert.equal(changed.state, 'changed');
  assert.deepEqual(changed.prices.find(({ name }: { name: string }) => name === 'output').after, '1000');
  assert.equal(changed.prices.find(({ name }: { name: string }) => name === 'input').before, card.input);
  assert.equal(diff.models.find(({ model }: { model: string }) => model === 'a-voice').state, 'new');

  const applied = await admin.post('/api/option/prices/apply', { digest: diff.digest, models: ['a-voice', known] });
  assert.deepEqual(applied.data, { models: 2 }, applied.message);
  const stored = await testing.db.selectFrom('price_cards').select(['model', 'card']).orderBy('model').execute();
  assert.deepEqual(
    stored.map(({ model }) => model),
    ['a-voice', known].sort(),
  );
  const { data: history } = await admin.get('/api/option/history?key=PriceCards');
  assert.deepEqual(JSON.parse(history.items[0].old_value), { 'a-voice': null, [known]: null });

  const again = (await admin.post('/api/option/prices/diff', { map: JSON.stringify({ ...map, ...own }) })).data;
  assert.deepEqual([again.models.length, again.same], [4, 2]);
});

test('cheaper hours and prices of a later day stay: a map never names them', async () => {
  const perMillion = (price: string) => Number(price) / 1e6;
  const [model, card] = [...shippedCards].find(([, { offPeak, cacheRead }]) => offPeak && cacheRead) as [
    string,
    PriceCard & { input: string; output: string; cacheRead: string; offPeak: object },
  ];
  const same = {
    input_cost_per_token: perMillion(card.input),
    output_cost_per_token: perMillion(card.output),
    cache_read_input_token_cost: perMillion(card.cacheRead),
  };
  const unchanged = await admin.post('/api/option/prices/diff', { map: JSON.stringify({ [model]: same }) });
  assert.deepEqual([unchanged.data.models, unchanged.data.same], [[], 1]);

  const next = { from: '2999-01-01', input: '7', output: '8' };
  const own = { ...card, next };
  await testing.db
    .insertInto('price_cards')
    .values({ model, card: JSON.stringify(own) })
    .execute();
  const dearer = { ...same, output_cost_per_token: 9e-6, cache_creation_input_token_cost: 1e-6 };
  const { data: diff } = await admin.post('/api/option/prices/diff', { map: JSON.stringify({ [model]: dearer }) });
  const applied = await admin.post('/api/option/prices/apply', { digest: diff.digest, models: [model] });
  assert.deepEqual(applied.data, { models: 1 }, applied.message);
  assert.deepEqual((await testing.db.selectFrom('price_cards').select('card').executeTakeFirstOrThrow()).card, {
    ...own,
    output: '9',
    cacheWrite: '1',
    offPeak: { ...card.offPeak, cacheWrite: '1' },
  });

  // A fixed price has no hours, and prices of a later day by another unit would contradict it.
  const { data: fixed } = await admin.post('/api/option/prices/diff', {
    map: JSON.stringify({ [model]: { input_cost_per_image: 0.04 } }),
  });
  await admin.post('/api/option/prices/apply', { digest: fixed.digest, models: [model] });
  assert.deepEqual((await testing.db.selectFrom('price_cards').select('card').executeTakeFirstOrThrow()).card, {
    perCall: '0.04',
  });
});

test('factors of tiers of service stay: a map never names them', async () => {
  const [model, serviceTiers] = ['tiered', { priority: '2' }];
  const card = JSON.stringify({ input: '2', output: '8', serviceTiers });
  await testing.db.insertInto('price_cards').values({ model, card }).execute();
  const dearer = { input_cost_per_token: 3e-6, output_cost_per_token: 8e-6 };
  const { data: diff } = await admin.post('/api/option/prices/diff', { map: JSON.stringify({ [model]: dearer }) });
  await admin.post('/api/option/prices/apply', { digest: diff.digest, models: [model] });
  const stored = await testing.db.selectFrom('price_cards').select('card').executeTakeFirstOrThrow();
  assert.deepEqual(stored.card, { input: '3', output: '8', serviceTiers });
});

test('what was compared with other prices is not taken over', async () => {
  const { data: diff } = await admin.post('/api/option/prices/diff', { map: JSON.stringify(map) });
  const { data: options } = await admin.get('/api/option/');
  const prices = JSON.parse(options.find(({ key }: { key: string }) => key === 'ModelPrice').value);
  await admin.put('/api/option/', { key: 'ModelPrice', value: JSON.stringify({ ...prices, 'a-picture': 9 }) });
  const stale = await admin.post('/api/option/prices/apply', { digest: diff.digest, models: ['a-picture'] });
  assert.match(stale.message, /changed since/);
  assert.equal((await testing.db.selectFrom('price_cards').selectAll().execute()).length, 1);
});

for (const [what, body, said] of [
  ['no map', {}, /Paste a map/],
  ['text that is no JSON', { map: 'prices' }, /no price map/],
  ['a list', { map: '[1]' }, /no price map/],
  ['an address that is not public', { address: 'http://10.0.0.1/prices.json' }, /could not be fetched/],
  ['an unknown digest', { digest: 'f'.repeat(64), models: ['a'] }, /older than a day/],
] as const) {
  test(`${what} is refused`, async () => {
    const answer = await admin.post(`/api/option/prices/${'digest' in body ? 'apply' : 'diff'}`, body);
    assert.equal(answer.success, false);
    assert.match(answer.message, said);
  });
}

test('a model that was not compared cannot be applied', async () => {
  const { data: diff } = await admin.post('/api/option/prices/diff', { map: JSON.stringify(map) });
  const answer = await admin.post('/api/option/prices/apply', { digest: diff.digest, models: ['somebody-elses'] });
  assert.match(answer.message, /not in the comparison/);
});

test('a map is fetched from its address', async () => {
  const server = createServer((_request, response) => response.end(JSON.stringify(map)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices.json`;
  const { data } = await admin.post('/api/option/prices/diff', { address });
  assert.equal(data.models.length, 5);
  server.close();
});

test('models that are served without a price are listed', async () => {
  const { id } = await testing.db
    .insertInto('channels')
    .values({ type: 1, name: 'upstream', key_sealed: 'sealed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [priced] = [...shippedCards.keys()] as [string];
  for (const [model, enabled] of [
    [priced, true],
    ['not-priced', true],
    ['not-served', false],
  ] as const) {
    const ability = { group: 'default', model, channel_id: id, enabled, priority: 0, weight: 0 };
    await testing.db.insertInto('abilities').values(ability).execute();
  }
  assert.deepEqual((await admin.get('/api/option/prices/unpriced')).data, ['not-priced']);
});
