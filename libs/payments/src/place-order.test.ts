import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readOptions } from '@switchyard/contracts';
import { placeOrder, type Quote, quote } from './index.ts';
import { type Shop, testShop } from './testing/shop.ts';

let shop: Shop;
before(async () => {
  shop = await testShop();
});
after(() => shop.close());

const processor = { name: 'epay', live: true };
const wish = { group: 'default', currency: 'CNY', rate: '7.3' };
const { options } = readOptions([]);
const price = (amount: string) => quote(options, { ...wish, amount }) as Quote;
const purchase = { method: 'alipay', lifeSeconds: 600, mostPerDayUsd: 100, quote: price('10') };

test('of 20 orders at once, five are open', async () => {
  const userId = await shop.addUser();
  const placed = await Promise.all(
    Array.from({ length: 20 }, () => placeOrder(shop.db, processor, { ...purchase, userId })),
  );
  assert.equal(placed.filter((order) => 'id' in order).length, 5);
  const refusal = placed.find((order) => 'refusal' in order);
  assert.match(refusal?.refusal ?? '', /5 payments of this kind waiting/);
});

test('orders of a day end at the limit, and those that came to nothing do not count', async () => {
  const userId = await shop.addUser();
  const large = { ...purchase, userId, quote: price('60') };
  const first = await placeOrder(shop.db, processor, large);
  const second = await placeOrder(shop.db, processor, large);
  assert.match('refusal' in second ? second.refusal : '', /In one day you can top up 100 USD at most/);
  assert.ok('id' in first);
  await shop.db.updateTable('topup_orders').set({ state: 'expired' }).where('id', '=', first.id).execute();
  assert.ok('id' in (await placeOrder(shop.db, processor, large)));
});

test('a request that is repeated gets its order, 20 times at once', async () => {
  const userId = await shop.addUser();
  const repeated = { ...purchase, userId, clientRequestId: 'r-1' };
  const placed = await Promise.all(Array.from({ length: 20 }, () => placeOrder(shop.db, processor, repeated)));
  assert.equal(new Set(placed.map((order) => ('id' in order ? order.id : order.refusal))).size, 1);
  const other = await placeOrder(shop.db, { name: 'usdt', live: true }, repeated);
  assert.match('refusal' in other ? other.refusal : '', /request id was used/);
  const test = await placeOrder(shop.db, { ...processor, live: false }, repeated);
  assert.match('refusal' in test ? test.refusal : '', /request id was used/);
});

for (const state of ['failed', 'expired', 'cancelled']) {
  test(`a request whose order is ${state} gets no order to pay: it needs a new id`, async () => {
    const repeated = { ...purchase, userId: await shop.addUser(), clientRequestId: 'r-2' };
    const first = await placeOrder(shop.db, processor, repeated);
    assert.ok('id' in first);
    await shop.db.updateTable('topup_orders').set({ state }).where('id', '=', first.id).execute();
    const again = await placeOrder(shop.db, processor, repeated);
    assert.match('refusal' in again ? again.refusal : '', /no payment any more/);
    assert.ok('id' in (await placeOrder(shop.db, processor, { ...repeated, clientRequestId: 'r-3' })));
  });
}

test('figures are kept as agreed: 5000 USD survive the round trip', async () => {
  const userId = await shop.addUser();
  const order = await placeOrder(shop.db, processor, {
    ...purchase,
    userId,
    mostPerDayUsd: 10_000,
    quote: price('5000.00'),
  });
  assert.ok('id' in order);
  const { amount_usd, quota, payable_minor, rate, ratio } = await shop.read(order);
  assert.deepEqual(
    { amount_usd, quota, payable_minor, rate, ratio },
    { amount_usd: '5000', quota: 2_500_000_000, payable_minor: 3_650_000, rate: '7.3', ratio: '1' },
  );
});
