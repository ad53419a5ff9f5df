import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type PriceCard, PriceTable, price, shippedCards } from '@switchyard/pricing';
import { type TestConsole, testConsole } from '../../../testing/console.ts';
import type { Visitor } from '../../../testing/visitor.ts';

let testing: TestConsole;
let root: Visitor;
let admin: Visitor;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'root', role: 100 });
  await testing.addUser({ username: 'admin', role: 10 });
  [root, admin] = [await testing.signedIn('root'), await testing.signedIn('admin')];
});
after(() => testing.close());
beforeEach(() => testing.db.deleteFrom('price_cards').execute());

const card = {
  input: '2',
  output: '8',
  serviceTiers: { priority: '2.5' },
  offPeak: { peakHoursUtc: ['08:00-20:00'], peakDays: 'Mon-Fri', input: '1', output: '4' },
  next: { from: '2999-01-01', input: '3', output: '9' },
};
const [shipped, shippedCard] = [...shippedCards].find(([, { offPeak, next }]) => offPeak && !next) as [
  string,
  PriceCard & { input: string },
];

const read = async (model: string) =>
  (await root.get(`/api/option/prices/card?model=${encodeURIComponent(model)}`)).data;
const save = (model: string, wanted: unknown, more: object = {}) =>
  root.put('/api/option/prices/card', { model, card: wanted, ...more });
const remove = (model: string, more = '') =>
  root.delete(`/api/option/prices/card?model=${encodeURIComponent(model)}${more}`);
const stored = () => testing.db.selectFrom('price_cards').select(['model', 'card']).execute();

async function readMap(key: string): Promise<Record<string, number>> {
  const { data } = await root.get('/api/option/');
  return JSON.parse(data.find((option: { key: string }) => option.key === key).value);
}

test('a card that is saved is what requests cost: its tiers of service, its hours, and its coming price', async () => {
  const saved = await save('house/model-1', card);
  assert.equal(saved.success, true, saved.message);
  const { version } = saved.data;
  assert.deepEqual(await read('house/model-1'), { model: 'house/model-1', card, own: true, shipped: false, version });

  const compiled = new PriceTable(await stored(), new Map([['default', '1']])).price('house/model-1', 'default');
  assert.ok(compiled);
  const counts = { prompt: 1_000_000, completion: 500_000, cacheRead: 0, cacheWrite: 0 };
  const usage = { ...counts, serviceTier: 'priority' };
  const [monday, night, later] = ['2026-11-23T09:00Z', '2026-11-23T22:00Z', '2999-01-01T00:00Z'].map(Date.parse) as [
    number,
    number,
    number,
  ];
  // 6 dollars at the peak and 3 outside of it, times 2.5; then 7.5 dollars, and no tier.
  assert.equal(price(compiled, usage, monday), 7_500_000);
  assert.equal(price(compiled, usage, night), 3_750_000);
  assert.equal(price(compiled, usage, later), 3_750_000);
});

test('a card that is saved shows in the price maps, is announced, recorded, and can be taken back', async () => {
  await testing.db.deleteFrom('outbox').execute();
  const { data } = await save('house', card);
  assert.deepEqual([(await readMap('ModelRatio')).house, (await readMap('CompletionRatio')).house], [1, 4]);
  assert.deepEqual(await testing.db.selectFrom('outbox').select('subject').execute(), [{ subject: 'config.changed' }]);
  const { items } = (await root.get('/api/log/?type=3')).data;
  assert.equal(items[0].content, 'Changed option PriceCards for 1 models: house');
  const [change] = (await root.get('/api/option/history?key=PriceCards')).data.items;
  assert.deepEqual(
    [change.id, change.username, JSON.parse(change.old_value), JSON.parse(change.new_value)],
    [data.version, 'root', { house: null }, { house: card }],
  );
  await root.post('/api/option/rollback', { id: change.id });
  assert.deepEqual(await stored(), []);
});

test('a shipped card is shown, and one that says the same is none of the own: it follows upgrades', async () => {
  const shown = await read(shipped);
  assert.deepEqual([shown.card, shown.own, shown.shipped], [shippedCard, false, true]);
  assert.deepEqual((await save(shipped, shown.card)).data, { version: shown.version });
  assert.deepEqual(await stored(), []);
  await save(shipped, card);
  assert.equal((await read(shipped)).own, true);
  await save(shipped, shown.card);
  assert.deepEqual(await stored(), []);
});

test('an own card is taken away: the shipped one holds again, or the model has no price', async () => {
  for (const model of [shipped, 'house']) {
    await save(model, card);
    assert.equal((await remove(model)).success, true);
  }
  assert.deepEqual((await read(shipped)).card, shippedCard);
  const { card: none, own } = await read('house');
  assert.deepEqual([none, own], [undefined, false]);
  const { version } = await read('house');
  assert.deepEqual((await remove('house')).data, { version });
});

test('a card that stays the same is no change', async () => {
  const { version } = (await save('house', card)).data;
  assert.deepEqual((await save('house', { ...card, input: '2.0' })).data, { version });
});

for (const [what, wanted, said] of [
  ['without a price', {}, /^This card cannot be saved\. Price of house: the card has no price; give input and output/],
  ['of numbers', { input: 2, output: 8 }, /Price of house: input must be a decimal text/],
  ['with a field that is no price', { ...card, ouput: '8' }, /Price of house: card has fields that are no prices\.$/],
  ['that contradicts itself', { ...card, longContext: { aboveInputTokens: 9 } }, /longContext and offPeak exclude/],
  ['with hours of other prices', { ...card, cacheRead: '1' }, /offPeak must name the same token prices as the card/],
  ['with a coming price of no day', { ...card, next: { ...card.next, from: '2999-02-30' } }, /must be a day such as/],
  ['that is a list', [], /Price of house: card must be a JSON object\.$/],
] as const) {
  test(`a card ${what} is refused, and the old one holds`, async () => {
    await save('house', { input: '1', output: '1' });
    const answer = await save('house', wanted);
    assert.equal(answer.success, false);
    assert.match(answer.message, said);
    assert.deepEqual((await read('house')).card, { input: '1', output: '1' });
  });
}

test('a stored card that nobody can read is shown as it is, and can be mended', async () => {
  const broken = JSON.stringify({ input: 'two' });
  await testing.db.insertInto('price_cards').values({ model: 'house', card: broken }).execute();
  const shown = await read('house');
  assert.deepEqual([shown.card, shown.own], [{ input: 'two' }, true]);
  assert.equal((await save('house', card, { version: shown.version })).success, true);
});

test('who edits a card that was meanwhile changed is told, whatever changed it; and so is who edits ratios', async () => {
  await save('house', card);
  const { version } = await read('house');
  const ratios = await readMap('ModelRatio');
  const dearer = JSON.stringify({ ...ratios, house: 2 });
  assert.equal((await admin.put('/api/option/', { key: 'ModelRatio', value: dearer, version })).success, true);
  assert.match((await save('house', card, { version })).message, /^admin has changed prices meanwhile/);
  assert.match((await remove('house', `&version=${version}`)).message, /^admin has changed prices meanwhile/);
  assert.equal((await read('house')).card.input, '4');

  const seen = (await read('house')).version;
  await save('house', card, { version: seen });
  const late = await admin.put('/api/option/', { key: 'ModelRatio', value: dearer, version: seen });
  assert.match(late.message, /^root has changed prices meanwhile/);
  assert.deepEqual((await read('house')).card, card);
});

test('what ratios do not show of a card stays when its figures become the shipped ones again', async () => {
  const own = { ...shippedCard, offPeak: { ...shippedCard.offPeak, peakHoursUtc: ['00:00-12:00'] } };
  await save(shipped, own);
  const ratios = await readMap('ModelRatio');
  for (const ratio of [Number(ratios[shipped]) * 2, ratios[shipped]]) {
    const value = JSON.stringify({ ...ratios, [shipped]: ratio });
    assert.equal((await root.put('/api/option/', { key: 'ModelRatio', value })).success, true);
  }
  assert.deepEqual((await read(shipped)).card, own);
});

test('cards are for root in person: administrators and programs are refused', async () => {
  const { data: token } = await root.get('/api/user/token');
  const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(root.userId) };
  for (const [method, url, body] of [
    ['PUT', '/api/option/prices/card', { model: 'house', card }],
    ['DELETE', '/api/option/prices/card?model=house', undefined],
  ] as const) {
    assert.equal((await admin.request(method, url, body)).statusCode, 403);
    assert.equal((await testing.visitor().request(method, url, body, headers)).statusCode, 403);
  }
  assert.equal((await admin.request('GET', '/api/option/prices/card?model=house')).statusCode, 403);
  assert.deepEqual(await stored(), []);
});
