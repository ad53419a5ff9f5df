import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openMail } from '@switchyard/mail';
import { applyPayment, type Decision, decideReview, lockOrder, type Order, takeBack } from '@switchyard/payments';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { type Till, tenDollars, testTill } from '../testing/till.ts';
import { until } from '../testing/until.ts';
import { repeatAskedRefunds } from './asked-refunds.ts';
import { breaker } from './breaker.ts';
import { comparePaymentLists } from './compare-lists.ts';
import { askAboutEndedOrders } from './ended-orders.ts';
import { askAboutOpenOrders } from './open-orders.ts';
import { tellOfReviews } from './tell-of-reviews.ts';

let books: Books;
let adapters: Ports & { close(): Promise<void> };
let till: Till;
before(async () => {
  books = await testBooks();
  adapters = await testPorts(books, 'single node');
});
beforeEach(async () => {
  await till?.close();
  for (const table of ['payment_inbox', 'payment_refunds', 'chain_payments', 'topup_orders', 'options'] as const) {
    await books.db.deleteFrom(table).execute();
  }
  till = await testTill(books, adapters);
});
after(async () => {
  await till.close();
  await adapters.close();
  await books.close();
});

const processors = ['cryptomus', 'airwallex', 'stripe'] as const;
const askOpen = () => askAboutOpenOrders(till.ports);
const account = (order: Order) =>
  books.db
    .selectFrom('accounts')
    .select(['balance', 'frozen'])
    .where('user_id', '=', order.user_id)
    .executeTakeFirstOrThrow();
const sequenceOf = async (order: Order) => {
  const { sequence } = await books.db
    .selectFrom('accounts')
    .select('sequence')
    .where('user_id', '=', order.user_id)
    .executeTakeFirstOrThrow();
  return sequence;
};
const topUps = (order: Order) =>
  books.db.selectFrom('journal').selectAll().where('user_id', '=', order.user_id).where('kind', '=', 'topup').execute();

async function assertCreditedOnce(order: Order): Promise<void> {
  assert.deepEqual(
    (await topUps(order)).map(({ amount }) => amount),
    [tenDollars],
  );
}

async function decide(order: Order, decision: Decision): Promise<void> {
  const problem = await books.db
    .transaction()
    .execute(async (trx) => decideReview(trx, await lockOrder(trx, order.id), decision));
  assert.equal(problem, undefined);
}

/** Whether a session waits for a lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    SELECT EXISTS (
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    ) AS waits`.execute(books.db);
  return rows[0]?.waits === true;
}

async function refundAsked(order: Order, requestId: string, amountMinor: bigint): Promise<void> {
  await books.db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, order.id);
    const asked = { requestId, amountMinor, kind: 'refund', reason: 'wished', state: 'asked', actorId: 1 } as const;
    await takeBack(trx, locked, asked);
  });
  await sql`UPDATE payment_refunds SET created_at = now() - interval '2 minutes'`.execute(books.db);
}

for (const name of processors) {
  test(`${name}: an order whose answer was lost and that nobody called about is credited by asking, once`, async () => {
    const order = await till.order(name, 'lost');
    await till.order(name, 'lost');
    till[name].pay(order.trade_no);
    await till.age(order, 1);
    await Promise.all([askOpen(), askOpen(), askOpen()]);
    const { state, processor_reference: reference } = await till.read(order);
    assert.equal(state, 'credited');
    assert.ok(reference);
    await assertCreditedOnce(order);
    await askOpen();
    await assertCreditedOnce(order);
  });

  test(`${name}: refunds made in the processor's own pages leave the balance, a dispute freezes the account`, async () => {
    const order = await till.order(name);
    till[name].pay(order.trade_no);
    await till.age(order, 1);
    await askOpen();
    if (name === 'cryptomus') {
      till.cryptomus.become(order.trade_no, 'refund_paid');
      await comparePaymentLists(till.ports);
      assert.equal((await till.read(order)).state, 'refunded');
      assert.deepEqual(await account(order), { balance: 0, frozen: false });
      return;
    }
    till[name].refundThere(order.trade_no, name === 'stripe' ? 250 : 19.5);
    for (let day = 0; day < 3; day++) await comparePaymentLists(till.ports);
    assert.equal((await till.read(order)).state, 'partially_refunded');
    assert.deepEqual(await account(order), { balance: tenDollars * 0.75, frozen: false });
    till[name].dispute(order.trade_no);
    await comparePaymentLists(till.ports);
    assert.equal((await till.read(order)).state, 'disputed');
    assert.deepEqual(await account(order), { balance: 0, frozen: true });
    const history = await books.db
      .selectFrom('usage_log')
      .select('quota')
      .where('user_id', '=', order.user_id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      history.map(({ quota }) => quota),
      [tenDollars, tenDollars * -0.25, tenDollars * -0.75],
    );
  });
}

test('an open order is asked about after 1, 2, 4 and 8 minutes', async () => {
  const order = await till.order('cryptomus');
  const asked = () => till.cryptomus.requests().filter(({ path }) => path === '/v1/payment/info').length;
  const counts: number[] = [];
  for (let minute = 0; minute <= 9; minute++) {
    await askOpen();
    counts.push(asked());
    await till.age(order, 1);
  }
  assert.deepEqual(counts, [0, 1, 2, 2, 3, 3, 3, 3, 4, 4]);
});

test('17: what was paid within its time and asked about after it is credited and marked as late', async () => {
  const order = await till.order('cryptomus');
  await till.age(order, 59);
  till.cryptomus.become(order.trade_no, 'process');
  await askOpen();
  await till.age(order, 12);
  await askOpen();
  assert.equal((await till.read(order)).state, 'expired');
  till.cryptomus.pay(order.trade_no);
  await till.age(order, 60);
  await askAboutEndedOrders(till.ports);
  const { state, flags } = await till.read(order);
  assert.deepEqual([state, flags], ['credited', ['late']]);
  await assertCreditedOnce(order);
});

test('an order expires only after a last question in which nothing had come', async () => {
  const order = await till.order('airwallex');
  await till.age(order, 69);
  await askOpen();
  assert.equal((await till.read(order)).state, 'pending');
  await till.age(order, 1);
  till.airwallex.pay(order.trade_no);
  await askOpen();
  assert.equal((await till.read(order)).state, 'credited');
});

test('an order that ends although a signed call said that it was paid is told to administrators', async () => {
  const order = await till.order('airwallex');
  const call = {
    processor: 'airwallex',
    digest: Buffer.from(order.trade_no),
    body: '',
    headers: '{}',
    says_paid: true,
  };
  await books.db
    .insertInto('payment_inbox')
    .values({ ...call, order_id: order.id, settled_at: null })
    .execute();
  await till.age(order, 71);
  await askOpen();
  const { state, flags } = await till.read(order);
  assert.deepEqual([state, flags], ['expired', ['review']]);
});

test('coins that are on their way keep an order open beyond its time', async () => {
  const order = await till.order('cryptomus');
  till.cryptomus.become(order.trade_no, 'confirm_check');
  await till.age(order, 80);
  await askOpen();
  assert.equal((await till.read(order)).state, 'confirming');
});

test('orders that ended more than seven days ago are let alone', async () => {
  const order = await till.order('cryptomus');
  await applyPayment(books.db, order.id, { status: 'expired' });
  till.cryptomus.pay(order.trade_no);
  await till.age(order, 60 + 7 * 24 * 60);
  await askAboutEndedOrders(till.ports);
  assert.equal((await till.read(order)).state, 'expired');
});

test('a processor that does not answer is asked three times, the others go on', async () => {
  const orders: Order[] = [];
  for (let one = 0; one < 5; one++) orders.push(await till.order('cryptomus'));
  const other = await till.order('stripe');
  till.stripe.pay(other.trade_no);
  for (const order of [...orders, other]) await till.age(order, 1);
  till.cryptomus.delivery.cutAfterBytes = 0;
  const before_ = till.cryptomus.requests().length;
  await askOpen();
  await askOpen();
  assert.equal(till.cryptomus.requests().length - before_, 3);
  assert.equal((await till.read(other)).state, 'credited');
  delete till.cryptomus.delivery.cutAfterBytes;
  till.cryptomus.pay(orders[4]?.trade_no as string);
  await askAboutOpenOrders({ ...till.ports, breaker: breaker() });
  assert.equal((await till.read(orders[4] as Order)).state, 'credited');
});

test('instances that run beside each other ask once', async () => {
  const order = await till.order('stripe');
  await till.age(order, 1);
  const asked = () =>
    till.stripe.requests().filter(({ method, path }) => method === 'GET' && path.includes('cs_')).length;
  await Promise.all(Array.from({ length: 4 }, askOpen));
  assert.equal(asked(), 1);
});

test('an order of the test system is never asked about at the live one, and ends', async () => {
  const order = await till.order('airwallex');
  assert.equal(order.live, false);
  await till.set({ LiveAirwallex: 'true' });
  till.airwallex.pay(order.trade_no);
  await till.age(order, 30);
  await askOpen();
  assert.equal((await till.read(order)).state, 'pending');
  await till.age(order, 60);
  await askOpen();
  await askAboutEndedOrders(till.ports);
  await comparePaymentLists(till.ports);
  assert.equal((await till.read(order)).state, 'expired');
  assert.deepEqual(await topUps(order), []);
});

test('a processor that was switched off still brings the money of its orders', async () => {
  const order = await till.order('stripe');
  await till.set({ EnabledStripe: 'false' });
  till.stripe.pay(order.trade_no);
  await till.age(order, 1);
  await askOpen();
  assert.equal((await till.read(order)).state, 'credited');
});

for (const name of processors) {
  test(`${name}: what its list calls paid is credited here, from every page, and what is not ours is told`, async () => {
    const orders: Order[] = [];
    for (let one = 0; one < 5; one++) orders.push(await till.order(name));
    for (const order of orders) {
      till[name].pay(order.trade_no);
      await applyPayment(books.db, order.id, { status: 'expired' });
    }
    const foreign = await till.order(name);
    till[name].pay(foreign.trade_no);
    await books.db.deleteFrom('topup_orders').where('id', '=', foreign.id).execute();
    await comparePaymentLists(till.ports);
    for (const order of orders) await assertCreditedOnce(order);
    assert.deepEqual(
      till.alarms.map(({ order }) => order),
      [foreign.trade_no],
    );
  });

  test(`${name}: credit for which there is no payment freezes the account and raises an alarm`, async () => {
    const order = await till.order(name);
    await applyPayment(books.db, order.id, { status: 'paid' });
    const before = await sequenceOf(order);
    await comparePaymentLists(till.ports);
    assert.deepEqual(await account(order), { balance: tenDollars, frozen: true });
    assert.equal(await sequenceOf(order), before + 1, 'wallets take the mark with a higher version alone');
    assert.deepEqual((await till.read(order)).flags, ['review']);
    assert.equal(till.alarms[0]?.order, order.trade_no);
    const announced = await books.db
      .selectFrom('outbox')
      .selectAll()
      .where('subject', '=', `user.changed.${order.user_id}`)
      .execute();
    assert.ok(announced.length >= 2);
  });
}

test('a decision that comes while the processor is asked counts: the account is not frozen', async () => {
  const order = await till.order('stripe');
  await applyPayment(books.db, order.id, { status: 'paid' });
  const { comparing } = await books.db.transaction().execute(async (trx) => {
    const decided = trx
      .updateTable('topup_orders')
      .set({ flags: ['decided'] })
      .where('id', '=', order.id);
    await decided.execute();
    const comparing = comparePaymentLists(till.ports);
    await until(isWaiting);
    return { comparing };
  });
  await comparing;
  assert.deepEqual(await account(order), { balance: tenDollars, frozen: false });
  assert.deepEqual(till.alarms, []);
});

for (const name of processors) {
  test(`${name}: payments of an account that was changed are told, freeze nobody and hold nobody up`, async () => {
    const [credited, waiting] = [await till.order(name), await till.order(name)];
    await applyPayment(books.db, credited.id, { status: 'paid' });
    if (name === 'cryptomus') (till.cryptomus.invoices as Map<string, unknown>).clear();
    if (name === 'airwallex') (till.airwallex.intents as unknown[]).length = 0;
    if (name === 'stripe') (till.stripe.sessions as unknown[]).length = 0;
    for (let one = 0; one < 4; one++) await till.age(await till.order(name), 1);
    await till.age(waiting, 71);
    await askOpen();
    assert.equal((await till.read(waiting)).state, 'expired');
    await comparePaymentLists(till.ports);
    assert.deepEqual(await account(credited), { balance: tenDollars, frozen: false });
    assert.deepEqual(
      till.alarms.map(({ order }) => order),
      [credited.trade_no],
    );
    assert.ok(till.ports.breaker.allows(name));
  });
}

test('a refund that got no answer for a day is not sent again, and waits for a person', async () => {
  const order = await till.order('stripe');
  till.stripe.pay(order.trade_no);
  await till.age(order, 1);
  await askOpen();
  await refundAsked(order, 'refund-1', 500n);
  await sql`UPDATE payment_refunds SET created_at = now() - interval '21 hours'`.execute(books.db);
  await repeatAskedRefunds(till.ports);
  assert.equal(till.stripe.sessions[0]?.payment_intent?.latest_charge.amount_refunded, 0);
  assert.match((await till.read(order)).reason, /refund-1 got no answer/);
});

test('a hundred refunds whose processor is not set up any more keep no other from being asked for again', async () => {
  const [gone, due] = [await till.order('usdt'), await till.order('stripe')];
  await till.set({ UsdtApiUrl: '' });
  till.stripe.pay(due.trade_no);
  await applyPayment(books.db, due.id, { status: 'paid' });
  await refundAsked(due, 'refund-1', 500n);
  await sql`
    INSERT INTO payment_refunds (order_id, request_id, amount_minor, quota, kind, reason, state, created_at)
    SELECT ${gone.id}, 'gone-' || number, 1, 0, 'refund', 'wished', 'asked', now() - interval '2 hours'
    FROM generate_series(1, 100) AS number
  `.execute(books.db);
  const stateOf = async () =>
    books.db.selectFrom('payment_refunds').select('state').where('order_id', '=', due.id).executeTakeFirstOrThrow();
  await repeatAskedRefunds(till.ports);
  assert.deepEqual(await stateOf(), { state: 'asked' });
  await repeatAskedRefunds(till.ports);
  assert.deepEqual(await stateOf(), { state: 'sent' });
});

test('underpaid waits for a person, overpaid earns what was ordered, held stays open', async () => {
  const [less, more, held] = [
    await till.order('cryptomus'),
    await till.order('cryptomus'),
    await till.order('cryptomus'),
  ];
  till.cryptomus.pay(less.trade_no, '7.51');
  till.cryptomus.pay(more.trade_no, '12.00');
  till.cryptomus.become(held.trade_no, 'locked');
  for (const order of [less, more, held]) await till.age(order, 1);
  await askOpen();
  const after_ = await Promise.all([less, more, held].map(till.read));
  assert.deepEqual(
    after_.map(({ state, flags }) => [state, flags]),
    [
      ['underpaid', []],
      ['credited', ['overpaid', 'review']],
      ['pending', ['review']],
    ],
  );
  assert.equal(after_[0]?.received_minor, 751);
  assert.deepEqual(
    till.alarms.map(({ order }) => order),
    [less.trade_no, held.trade_no],
  );
});

test('what a person has dismissed does not come back while the processor says the same', async () => {
  const [less, held] = [await till.order('cryptomus'), await till.order('cryptomus')];
  till.cryptomus.pay(less.trade_no, '7.51');
  till.cryptomus.become(held.trade_no, 'locked');
  for (const order of [less, held]) await till.age(order, 1);
  await askOpen();
  for (const order of [less, held]) await decide(order, { credit: false });
  const states = async () => (await Promise.all([less, held].map(till.read))).map(({ state, flags }) => [state, flags]);
  const dismissed = await states();
  assert.deepEqual(dismissed, [
    ['failed', ['dismissed']],
    ['pending', ['dismissed']],
  ]);
  for (const order of [less, held]) await till.age(order, 51);
  await askOpen();
  await askAboutEndedOrders(till.ports);
  assert.deepEqual(await states(), dismissed);
  till.cryptomus.pay(less.trade_no, '8.00');
  await till.age(less, 51);
  await askAboutEndedOrders(till.ports);
  assert.equal((await till.read(less)).state, 'underpaid');
});

test('an account that was frozen for a payment that there is not stays free when a person has dismissed that', async () => {
  const order = await till.order('stripe');
  await applyPayment(books.db, order.id, { status: 'paid' });
  await comparePaymentLists(till.ports);
  assert.equal((await account(order)).frozen, true);
  await decide(order, { credit: false });
  await books.db.updateTable('accounts').set({ frozen: false }).where('user_id', '=', order.user_id).execute();
  await comparePaymentLists(till.ports);
  assert.equal((await account(order)).frozen, false);
});

test('credit that an administrator gave freezes nobody, whatever the processor says', async () => {
  const order = await till.order('cryptomus');
  till.cryptomus.pay(order.trade_no, '7.51');
  await till.age(order, 1);
  await askOpen();
  await decide(order, { credit: true });
  await comparePaymentLists(till.ports);
  assert.deepEqual(await account(order), { balance: 3_755_000, frozen: false });
  till.cryptomus.become(order.trade_no, 'refund_paid');
  await comparePaymentLists(till.ports);
  assert.deepEqual(await account(order), { balance: 0, frozen: false });
  assert.equal((await till.read(order)).state, 'refunded');
});

test('administrators are written to about orders that wait for a person, once for each reason', async () => {
  const addresses = ['root@example.org', 'clerk@example.org'];
  const people = [...addresses, 'buyer@example.org'].map((email, index) => ({
    username: `person${index}`,
    email,
    role: [100, 10, 1][index] as number,
  }));
  await books.db.insertInto('users').values(people).execute();
  const order = await till.order('cryptomus');
  const mails = async () => {
    const rows = await books.db.selectFrom('mails').selectAll().execute();
    return rows.map((row) => openMail(till.ports.optionKey, row));
  };
  const tell = () => Promise.all([tellOfReviews(till.ports), tellOfReviews(till.ports)]);
  await tell();
  assert.deepEqual(await mails(), []);
  await applyPayment(books.db, order.id, { status: 'underpaid', receivedMinor: 300n });
  await tell();
  await tell();
  const written = await mails();
  assert.deepEqual(written.map(({ to }) => to).sort(), addresses.toSorted());
  assert.match(
    written[0]?.text ?? '',
    new RegExp(`${order.trade_no} \\(10 USD, cryptomus\\): only 3\\.00 USD were paid`),
  );
  await applyPayment(books.db, order.id, { status: 'underpaid', receivedMinor: 600n });
  await tell();
  assert.equal((await mails()).length, 4);
});

for (const name of ['airwallex', 'stripe'] as const) {
  test(`${name}: a refund that got no answer is asked for again and goes out once`, async () => {
    const order = await till.order(name);
    till[name].pay(order.trade_no);
    await till.age(order, 1);
    await askOpen();
    await refundAsked(order, 'refund-1', BigInt(order.payable_minor) / 4n);
    const lose = (answers: boolean) => {
      if (name === 'stripe') till.stripe.lostAnswers = answers ? /^POST .*refunds/ : undefined;
      else if (answers) till.airwallex.delivery.cutAfterBytes = 0;
      else delete till.airwallex.delivery.cutAfterBytes;
    };
    lose(true);
    await repeatAskedRefunds(till.ports);
    lose(false);
    const ports = { ...till.ports, breaker: breaker() };
    await repeatAskedRefunds(ports);
    await repeatAskedRefunds(ports);
    await comparePaymentLists(ports);
    const rows = await books.db.selectFrom('payment_refunds').select(['state']).execute();
    assert.deepEqual(rows, [{ state: 'sent' }]);
    assert.equal((await account(order)).balance, tenDollars * 0.75);
    if (name === 'airwallex') assert.equal(till.airwallex.refunds.length, 1);
    else assert.equal(till.stripe.sessions[0]?.payment_intent?.latest_charge.amount_refunded, 250);
  });
}

for (const [name, setting] of [
  ['airwallex', 'AirwallexAPI_Key'],
  ['stripe', 'StripeApiKey'],
] as const) {
  test(`${name}: a key that is refused is no answer to a refund: it stays booked and goes out once`, async () => {
    const order = await till.order(name);
    till[name].pay(order.trade_no);
    await till.age(order, 1);
    await askOpen();
    await refundAsked(order, 'refund-1', BigInt(order.payable_minor));
    await till.set({ [setting]: 'sk_test_another' });
    await repeatAskedRefunds(till.ports);
    assert.equal((await account(order)).balance, 0);
    await till.set({ [setting]: till[name].apiKey });
    await repeatAskedRefunds({ ...till.ports, breaker: breaker() });
    assert.equal((await account(order)).balance, 0);
    const rows = await books.db.selectFrom('payment_refunds').select(['state']).execute();
    assert.deepEqual(rows, [{ state: 'sent' }]);
  });
}

test('a refund that the processor refuses comes back to the balance', async () => {
  const order = await till.order('airwallex');
  till.airwallex.pay(order.trade_no);
  await till.age(order, 1);
  await askOpen();
  await refundAsked(order, 'refund-1', 7800n);
  assert.equal((await account(order)).balance, 0);
  till.airwallex.refundRefusal = 'the payment is disputed';
  await repeatAskedRefunds(till.ports);
  const { state, refunded_minor, refunded_quota } = await till.read(order);
  assert.deepEqual(
    { state, refunded_minor, refunded_quota },
    { state: 'credited', refunded_minor: 0, refunded_quota: 0 },
  );
  assert.equal((await account(order)).balance, tenDollars);
  assert.match(till.alarms[0]?.reason ?? '', /disputed/);
});
