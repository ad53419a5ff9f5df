import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  applyPayment,
  decideReview,
  lockOrder,
  type Order,
  type Payment,
  type Processor,
  sendRefund,
  takeBack,
} from './index.ts';
import { type Shop, testShop } from './testing/shop.ts';

let shop: Shop;
before(async () => {
  shop = await testShop();
});
after(() => shop.close());

const paid: Payment = { status: 'paid', receivedMinor: 7300n, currency: 'CNY' };
const quota = 5_000_000;

const apply = (order: Order, payment: Payment) => applyPayment(shop.db, order.id, payment);
const journalOf = (order: Order) =>
  shop.db
    .selectFrom('journal')
    .select(['kind', 'reference', 'amount'])
    .where('user_id', '=', order.user_id)
    .where('kind', '<>', 'gift')
    .execute();

async function assertCreditedOnce(order: Order): Promise<void> {
  assert.deepEqual(await journalOf(order), [{ kind: 'topup', reference: `order:${order.trade_no}`, amount: quota }]);
  assert.equal(await shop.balance(order.user_id), quota);
}

test('50 parallel reports of the same payment credit once', async () => {
  const order = await shop.order();
  const transaction = { network: 'tron', id: 'parallel' };
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => apply(order, { ...paid, reference: 'P1', transaction })),
  );
  assert.equal(outcomes.filter((outcome) => outcome === 'credited').length, 1);
  assert.equal(outcomes.filter((outcome) => outcome === 'unchanged').length, 49);
  await assertCreditedOnce(order);
  const log = await shop.db.selectFrom('usage_log').selectAll().where('user_id', '=', order.user_id).execute();
  assert.equal(log.length, 1);
  assert.equal(log[0]?.type, 1);
  assert.equal(log[0]?.quota, quota);
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

test('waiting, ended and paid reports in every order come to one credit, late when the order had ended', async () => {
  const reports = ['pending', 'confirming', 'expired', 'paid', 'paid'] as const;
  const orders = new Set(permutations(reports).map((each) => each.join(' ')));
  for (const text of orders) {
    const order = await shop.order();
    const statuses = text.split(' ') as Payment['status'][];
    for (const status of statuses) await apply(order, status === 'paid' ? paid : { status });
    const { state, flags } = await shop.read(order);
    const isLate = statuses.indexOf('expired') < statuses.indexOf('paid');
    assert.deepEqual({ state, flags }, { state: 'credited', flags: isLate ? ['late'] : [] }, text);
    await assertCreditedOnce(order);
  }
});

test('a state of waiting is never taken back', async () => {
  const order = await shop.order();
  assert.equal(await apply(order, { status: 'confirming' }), 'changed');
  assert.equal(await apply(order, { status: 'pending' }), 'unchanged');
  assert.equal((await shop.read(order)).state, 'confirming');
  assert.equal(await apply(order, { status: 'expired' }), 'changed');
  for (const status of ['pending', 'confirming', 'failed', 'cancelled'] as const) {
    assert.equal(await apply(order, { status }), 'unchanged', status);
  }
  assert.equal((await shop.read(order)).state, 'expired');
});

test('less than was due credits nothing and waits for a person, until the rest has come', async () => {
  const order = await shop.order();
  assert.equal(await apply(order, { ...paid, receivedMinor: 7299n }), 'review');
  assert.match((await shop.read(order)).reason, /only 72\.99 CNY/);
  assert.equal(await apply(order, { status: 'expired' }), 'unchanged');
  assert.equal((await shop.read(order)).state, 'underpaid');
  assert.deepEqual(await journalOf(order), []);
  assert.equal(await apply(order, paid), 'credited');
  await assertCreditedOnce(order);
});

test('more than was due credits what was ordered and says so', async () => {
  const order = await shop.order();
  assert.equal(await apply(order, { ...paid, receivedMinor: 9900n }), 'credited');
  assert.deepEqual((await shop.read(order)).flags, ['overpaid']);
  await assertCreditedOnce(order);
});

test('another currency credits nothing', async () => {
  const order = await shop.order();
  assert.equal(await apply(order, { status: 'paid', receivedMinor: 7300n, currency: 'JPY' }), 'review');
  assert.equal(await apply(order, { status: 'paid', receivedMinor: 7300n, currency: 'JPY' }), 'unchanged');
  assert.deepEqual(await journalOf(order), []);
});

test('what is held back credits nothing, and is credited when it is let go', async () => {
  const order = await shop.order();
  assert.equal(await apply(order, { status: 'held' }), 'review');
  assert.deepEqual((await shop.read(order)).flags, ['review']);
  assert.equal(await apply(order, paid), 'credited');
  assert.deepEqual((await shop.read(order)).flags, []);
});

test('one transfer pays one order, also when both reports come at once', async () => {
  const [first, second] = [await shop.order(), await shop.order()];
  const transaction = { network: 'tron', id: 'shared' };
  const outcomes = await Promise.all([first, second].map((order) => apply(order, { ...paid, transaction })));
  assert.deepEqual(outcomes.sort(), ['credited', 'review']);
  const balances = [await shop.balance(first.user_id), await shop.balance(second.user_id)];
  assert.deepEqual(balances.sort(), [0, quota]);
});

test('a second transfer for a credited order is shown to a person and credits nothing', async () => {
  const order = await shop.order();
  assert.equal(await apply(order, paid), 'credited');
  assert.equal(await apply(order, { ...paid, transaction: { network: 'tron', id: 'told later' } }), 'unchanged');
  assert.equal(await apply(order, { ...paid, transaction: { network: 'tron', id: 'once more' } }), 'review');
  assert.match((await shop.read(order)).reason, /paid again by transaction once more/);
  await assertCreditedOnce(order);
});

test('a payment of the processor pays one order', async () => {
  const [first, second] = [await shop.order(), await shop.order()];
  assert.equal(await apply(first, { ...paid, reference: 'same' }), 'credited');
  assert.equal(await apply(second, { ...paid, reference: 'same' }), 'review');
  assert.equal(await shop.balance(second.user_id), 0);
});

test('a refund takes its part of the credit once, also when it is reported 20 times at once', async () => {
  const order = await shop.order();
  await apply(order, paid);
  const refund: Payment = { status: 'refunded', refundedMinor: 3650n };
  await Promise.all(Array.from({ length: 20 }, () => apply(order, refund)));
  assert.equal(await shop.balance(order.user_id), quota / 2);
  assert.equal((await shop.read(order)).state, 'partially_refunded');
  await apply(order, { status: 'refunded', refundedMinor: 7300n });
  assert.equal(await shop.balance(order.user_id), 0);
  assert.equal((await shop.read(order)).state, 'refunded');
  assert.equal(await apply(order, paid), 'unchanged');
  assert.equal(await apply(order, { status: 'expired' }), 'unchanged');
});

test('a dispute takes all of the credit and freezes the account, below zero too', async () => {
  const order = await shop.order();
  await apply(order, paid);
  await shop.db.updateTable('accounts').set({ balance: 0 }).where('user_id', '=', order.user_id).execute();
  await apply(order, { status: 'disputed' });
  assert.equal(await shop.balance(order.user_id), -quota);
  const account = await shop.db
    .selectFrom('accounts')
    .select(['frozen', 'frozen_reason'])
    .where('user_id', '=', order.user_id)
    .executeTakeFirstOrThrow();
  assert.equal(account.frozen, true);
  assert.match(account.frozen_reason, new RegExp(order.trade_no));
});

test('the rest of an order of which a part was credited is shown to a person, and credits nothing twice', async () => {
  const order = await shop.order();
  await apply(order, { ...paid, receivedMinor: 3650n });
  await shop.db
    .transaction()
    .execute(async (trx) => decideReview(trx, await lockOrder(trx, order.id), { credit: true }));
  assert.equal(await apply(order, { ...paid, receivedMinor: 3650n }), 'unchanged');
  assert.equal(await apply(order, paid), 'review');
  assert.match((await shop.read(order)).reason, /the rest was paid/);
  assert.equal(await apply(order, paid), 'unchanged');
  assert.equal(await shop.balance(order.user_id), quota / 2);
});

test('a dispute that was won is shown to a person, once', async () => {
  const order = await shop.order();
  await apply(order, paid);
  await apply(order, { status: 'disputed' });
  assert.equal(await apply(order, paid), 'review');
  assert.match((await shop.read(order)).reason, /dispute was won/);
  assert.equal(await apply(order, paid), 'unchanged');
  assert.equal(await shop.balance(order.user_id), 0);
});

test('a part that the processor refuses to refund after a dispute is taken by the next word of the dispute', async () => {
  const order = await shop.order();
  await apply(order, paid);
  const wish = { requestId: 'wish', amountMinor: 730n, kind: 'refund', reason: 'wished', state: 'asked' } as const;
  await shop.db
    .transaction()
    .execute(async (trx) => takeBack(trx, await lockOrder(trx, order.id), { ...wish, actorId: 1 }));
  const disputed: Payment = { status: 'disputed', refundedMinor: 7300n };
  await apply(order, disputed);
  const refund = await shop.db
    .selectFrom('payment_refunds')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('request_id', '=', 'wish')
    .executeTakeFirstOrThrow();
  const refuse = { refund: async () => ({ declined: 'disputed' }) } as unknown as Processor;
  await sendRefund(shop.db, refuse, order, refund);
  for (let word = 0; word < 3; word++) await apply(order, disputed);
  assert.equal(await shop.balance(order.user_id), 0);
});

test('a refund of a part that is heard of before the payment leaves the rest as credit', async () => {
  const order = await shop.order();
  assert.equal(await apply(order, { status: 'refunded', refundedMinor: 730n, receivedMinor: 7300n }), 'changed');
  assert.equal(await shop.balance(order.user_id), quota * 0.9);
  assert.equal(await apply(order, paid), 'unchanged');
});

test('a whole refund that is heard of before the payment leaves no credit', async () => {
  const order = await shop.order();
  assert.equal(await apply(order, { status: 'refunded' }), 'changed');
  assert.equal(await apply(order, paid), 'unchanged');
  assert.deepEqual(await journalOf(order), []);
});

test('what was not committed is not credited: a failure between order and journal leaves neither', async () => {
  const order = await shop.order();
  await shop.db
    .insertInto('journal')
    .values({ kind: 'topup', reference: `order:${order.trade_no}`, user_id: order.user_id, token_id: null, amount: 0 })
    .execute();
  await assert.rejects(apply(order, paid), /was credited before/);
  assert.equal((await shop.read(order)).state, 'created');
  assert.equal(await shop.balance(order.user_id), 0);
});
