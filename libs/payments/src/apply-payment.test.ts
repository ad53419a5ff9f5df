import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  applyPayment,
  decideReview,
  flagForReview,
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
const lost: Payment = { status: 'disputed', receivedMinor: 7300n, refundedMinor: 7300n };
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

test('more than was due credits what was ordered and is shown to a person, once', async () => {
  const order = await shop.order();
  assert.equal(await apply(order, { ...paid, receivedMinor: 9900n }), 'credited');
  assert.equal(await apply(order, { ...paid, receivedMinor: 9900n }), 'unchanged');
  const { flags, reason } = await shop.read(order);
  assert.deepEqual(flags, ['overpaid', 'review']);
  assert.match(reason, /^99\.00 CNY arrived, of which 26\.00 CNY earned no credit$/);
  await assertCreditedOnce(order);
});

test('more than was due without its sum is shown to a person, once', async () => {
  const order = await shop.order();
  for (const expected of ['credited', 'unchanged']) {
    assert.equal(await apply(order, { status: 'paid', overpaid: true }), expected);
  }
  const { flags, reason } = await shop.read(order);
  assert.deepEqual([flags, reason], [['overpaid', 'review'], 'more was paid than was due']);
});

test('a second payment for a credited order is shown to a person and credits nothing', async () => {
  const order = await shop.order();
  await apply(order, paid);
  const twice: Payment = { ...paid, receivedMinor: 14_600n };
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => apply(order, twice)));
  assert.deepEqual(outcomes.toSorted().slice(0, 2), ['review', 'unchanged']);
  const { flags, reason } = await shop.read(order);
  assert.deepEqual(flags, ['overpaid', 'review']);
  assert.match(reason, /^146\.00 CNY arrived, of which 73\.00 CNY/);
  await assertCreditedOnce(order);
});

test('a surplus that goes back takes no credit along, what goes back after it does', async () => {
  const order = await shop.order();
  await apply(order, { ...paid, receivedMinor: 14_600n });
  const back = (refundedMinor: bigint) => apply(order, { status: 'refunded', receivedMinor: 14_600n, refundedMinor });
  for (const expected of ['changed', 'unchanged']) assert.equal(await back(7300n), expected);
  assert.equal((await shop.read(order)).state, 'credited');
  assert.equal(await shop.balance(order.user_id), quota);
  assert.equal(await back(10_950n), 'changed');
  assert.equal((await shop.read(order)).state, 'partially_refunded');
  assert.equal(await shop.balance(order.user_id), quota / 2);
  assert.equal(await back(14_600n), 'changed');
  assert.equal((await shop.read(order)).state, 'refunded');
  assert.equal(await shop.balance(order.user_id), 0);
});

test('a surplus that is heard of only when it went back takes no credit along either', async () => {
  const [credited, waiting] = [await shop.order(), await shop.order()];
  await apply(credited, paid);
  for (const order of [credited, waiting]) {
    await apply(order, { status: 'refunded', receivedMinor: 14_600n, refundedMinor: 7300n });
    assert.equal(await shop.balance(order.user_id), quota);
    assert.ok((await shop.read(order)).flags.includes('review'));
  }
});

test('money that comes after the whole went back can go back too, and takes no more credit', async () => {
  const order = await shop.order();
  await apply(order, paid);
  await apply(order, { status: 'refunded', refundedMinor: 7300n });
  const twice = { status: 'refunded', receivedMinor: 14_600n } as const;
  assert.equal(await apply(order, { ...twice, refundedMinor: 7300n }), 'review');
  assert.equal((await shop.read(order)).state, 'partially_refunded');
  assert.equal(await apply(order, { ...twice, refundedMinor: 14_600n }), 'changed');
  assert.equal((await shop.read(order)).state, 'refunded');
  assert.equal(await shop.balance(order.user_id), 0);
});

test('a surplus whose return the processor refuses leaves the credit as it was, whatever else went back', async () => {
  const order = await shop.order();
  await apply(order, { ...paid, receivedMinor: 14_600n });
  const asked = { amountMinor: 7300n, kind: 'refund', reason: 'wished', state: 'asked', actorId: 1 } as const;
  for (const requestId of ['surplus', 'credit']) {
    await shop.db
      .transaction()
      .execute(async (trx) => takeBack(trx, await lockOrder(trx, order.id), { ...asked, requestId }));
  }
  assert.equal(await shop.balance(order.user_id), 0);
  const refund = await shop.db
    .selectFrom('payment_refunds')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('request_id', '=', 'surplus')
    .executeTakeFirstOrThrow();
  assert.equal(refund.quota, 0);
  await sendRefund(shop.db, { refund: async () => ({ declined: 'no' }) } as unknown as Processor, order, refund);
  assert.equal(await shop.balance(order.user_id), quota);
  const { state, refunded_minor, refunded_quota } = await shop.read(order);
  assert.deepEqual([state, refunded_minor, refunded_quota], ['credited', 7300, 0]);
});

test('another currency credits nothing', async () => {
  const order = await shop.order();
  assert.equal(await apply(order, { status: 'paid', receivedMinor: 7300n, currency: 'JPY' }), 'review');
  assert.equal(await apply(order, { status: 'paid', receivedMinor: 7300n, currency: 'JPY' }), 'unchanged');
  assert.deepEqual(await journalOf(order), []);
});

const decide = (order: Order, receivedMinor?: bigint) =>
  shop.db
    .transaction()
    .execute(async (trx) => decideReview(trx, await lockOrder(trx, order.id), { credit: true, receivedMinor }));

for (const [name, doubt] of [
  ['a call named another amount', (order: Order) => flagForReview(shop.db, order.id, 'a call', 'contradicted')],
  ['was paid in another currency', (order: Order) => apply(order, { ...paid, currency: 'JPY' })],
  [
    'a call named another amount and that is held back',
    async (order: Order) => {
      await flagForReview(shop.db, order.id, 'a call', 'contradicted');
      await apply(order, { status: 'held' });
    },
  ],
] as const) {
  test(`an order of which ${name} earns the amount that a person names, and nothing without one`, async () => {
    const order = await shop.order();
    await doubt(order);
    assert.match((await decide(order)) ?? '', /Say how much arrived/);
    assert.equal(await shop.balance(order.user_id), 0);
    assert.equal(await decide(order, 730n), undefined);
    assert.equal(await shop.balance(order.user_id), quota / 10);
  });
}

test('an order that ends although a call said that it was paid is shown to a person', async () => {
  const told = async (fields: { says_paid?: boolean; settled_at?: Date }) => {
    const order = await shop.order();
    const call = { processor: 'epay', digest: Buffer.from(order.trade_no), body: '', headers: '{}' };
    await shop.db
      .insertInto('payment_inbox')
      .values({ ...call, order_id: order.id, settled_at: null, ...fields })
      .execute();
    return order;
  };
  for (const status of ['expired', 'failed', 'cancelled'] as const) {
    const order = await told({ says_paid: true });
    assert.equal(await apply(order, { status: 'confirming' }), 'changed');
    assert.equal(await apply(order, { status }), 'review');
    const { state, flags, reason } = await shop.read(order);
    assert.deepEqual([state, flags], [status, ['review']]);
    assert.match(reason, /did not confirm/);
    assert.match((await decide(order)) ?? '', /Say how much arrived/);
    assert.equal(await apply(order, paid), 'credited');
    assert.deepEqual((await shop.read(order)).flags, ['late']);
  }
  for (const fields of [{ says_paid: false }, { says_paid: true, settled_at: new Date() }]) {
    const order = await told(fields);
    assert.equal(await apply(order, { status: 'expired' }), 'changed');
    assert.deepEqual((await shop.read(order)).flags, []);
  }
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
  assert.match((await shop.read(order)).reason, /^73\.00 CNY arrived, of which 36\.50 CNY earned no credit$/);
  assert.equal(await apply(order, paid), 'unchanged');
  assert.equal(await shop.balance(order.user_id), quota / 2);
});

test('a dispute that was won is shown to a person, once', async () => {
  const order = await shop.order();
  await apply(order, paid);
  await apply(order, { status: 'disputed' });
  assert.equal(await apply(order, paid), 'review');
  assert.match((await shop.read(order)).reason, /dispute was won: add the credit to the balance/);
  assert.equal(await apply(order, paid), 'unchanged');
  assert.equal(await shop.balance(order.user_id), 0);
});

test('a dispute that was won of an order without credit is shown to a person too', async () => {
  const order = await shop.order();
  assert.equal(await apply(order, lost), 'changed');
  assert.equal(await apply(order, paid), 'review');
  assert.match((await shop.read(order)).reason, /dispute was won: the credit can be given/);
  assert.equal(await apply(order, paid), 'unchanged');
  assert.deepEqual(await journalOf(order), []);
});

test('an order that was disputed before it earned credit earns what a person names, and a lost dispute takes it again', async () => {
  const order = await shop.order();
  await apply(order, lost);
  assert.equal(await apply(order, paid), 'review');
  assert.match((await decide(order)) ?? '', /disputed before it earned credit\. Say how much/);
  assert.deepEqual(await journalOf(order), []);
  assert.equal(await decide(order, 7300n), undefined);
  await assertCreditedOnce(order);
  const { state, flags, refunded_minor } = await shop.read(order);
  assert.deepEqual([state, flags, refunded_minor], ['credited', ['decided'], 0]);
  assert.equal(await apply(order, paid), 'unchanged');
  assert.equal(await apply(order, lost), 'changed');
  assert.equal(await apply(order, lost), 'unchanged');
  assert.equal((await shop.read(order)).state, 'disputed');
  assert.equal(await shop.balance(order.user_id), 0);
});

test('what a person gave for an order that had been disputed can be refunded, whole or the part that it was', async () => {
  const [whole, part] = [await shop.order(), await shop.order()];
  for (const order of [whole, part]) {
    await apply(order, lost);
    await apply(order, paid);
  }
  assert.equal(await decide(whole, 7300n), undefined);
  assert.equal(await decide(part, 3650n), undefined);
  assert.equal(await shop.balance(part.user_id), quota / 2);
  for (const [order, amountMinor] of [
    [whole, 7300n],
    [part, 3650n],
  ] as const) {
    const wish = { requestId: 'wish', amountMinor, kind: 'refund', reason: 'wished', actorId: 1 } as const;
    await shop.db.transaction().execute(async (trx) => takeBack(trx, await lockOrder(trx, order.id), wish));
    assert.equal((await shop.read(order)).state, 'refunded');
    assert.equal(await shop.balance(order.user_id), 0);
  }
});

test('a review of money that went back before it earned credit says so, and of credit that was given says that', async () => {
  const [returned, credited] = [await shop.order(), await shop.order()];
  await flagForReview(shop.db, returned.id, 'a call');
  await apply(returned, { status: 'refunded' });
  assert.match((await decide(returned, 7300n)) ?? '', /went back before it earned credit/);
  await apply(credited, paid);
  await apply(credited, lost);
  await apply(credited, paid);
  assert.match((await decide(credited, 7300n)) ?? '', /was credited already/);
  assert.deepEqual(await journalOf(returned), []);
});

test('paid without an amount, after a doubt that was dismissed, is shown to a person once more and credits nothing', async () => {
  const order = await shop.order({ processor: 'usdt' });
  const dismiss = () =>
    shop.db.transaction().execute(async (trx) => decideReview(trx, await lockOrder(trx, order.id), { credit: false }));
  await flagForReview(shop.db, order.id, 'the gateway called about 1 USDT', 'contradicted');
  assert.equal(await apply(order, { status: 'paid' }), 'unchanged', 'a person is asked already');
  await dismiss();
  assert.equal(await apply(order, { status: 'paid' }), 'review');
  assert.match((await shop.read(order)).reason, /names no amount/);
  await dismiss();
  assert.equal(await apply(order, { status: 'paid' }), 'unchanged');
  assert.deepEqual(await journalOf(order), []);
});

test('a part that a person named stays the part when the processor says paid and names no amount', async () => {
  const order = await shop.order({ processor: 'usdt' });
  await flagForReview(shop.db, order.id, 'the gateway called about 1 USDT', 'contradicted');
  assert.equal(await decide(order, 730n), undefined);
  assert.equal(await apply(order, { status: 'paid' }), 'unchanged');
  const { flags, surplus_minor } = await shop.read(order);
  assert.deepEqual([flags.includes('review'), surplus_minor], [false, 0]);
});

for (const part of [730n, 3650n]) {
  test(`a part of ${part} that the processor refuses to refund after a dispute is taken by the next word of the dispute`, async () => {
    const order = await shop.order();
    await apply(order, paid);
    const wish = { requestId: 'wish', amountMinor: part, kind: 'refund', reason: 'wished', state: 'asked' } as const;
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
}

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

test('a part that was paid and went back whole, both heard of at once, earns nothing', async () => {
  const order = await shop.order();
  const back = { status: 'refunded', receivedMinor: 3650n, refundedMinor: 3650n } as const;
  assert.equal(await apply(order, back), 'changed');
  assert.equal(await apply(order, back), 'unchanged');
  assert.equal((await shop.read(order)).state, 'refunded');
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
