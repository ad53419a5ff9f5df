import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { decideReview, flagForReview, lockOrder } from '@switchyard/payments';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { type Till, testTill } from '../testing/till.ts';
import { breaker } from './breaker.ts';
import { askAboutOpenOrders } from './open-orders.ts';

let books: Books;
let adapters: Ports & { close(): Promise<void> };
let till: Till;
before(async () => {
  books = await testBooks();
  adapters = await testPorts(books, 'single node');
});
beforeEach(async () => {
  await till?.close();
  // Vendors begin anew, and with them their numbers.
  for (const table of ['payment_inbox', 'chain_payments', 'topup_orders', 'options'] as const) {
    await books.db.deleteFrom(table).execute();
  }
  till = await testTill(books, adapters);
});
after(async () => {
  await till.close();
  await adapters.close();
  await books.close();
});

const askOpen = () => askAboutOpenOrders({ ...till.ports, breaker: breaker() });
const dismiss = (id: number) =>
  books.db.transaction().execute(async (trx) => decideReview(trx, await lockOrder(trx, id), { credit: false }));
const invoiceQuestions = () => till.cryptomus.requests().filter(({ path }) => path === '/v1/payment/info').length;

test('an order that the USDT gateway knows no more expires, and keeps nobody from being asked', async () => {
  const order = await till.order('usdt');
  (till.usdt.orders as Map<string, unknown>).delete(order.trade_no);
  await till.age(order, 21);
  const watch = breaker();
  for (let round = 0; round < 4; round++) await askAboutOpenOrders({ ...till.ports, breaker: watch });
  assert.equal((await till.read(order)).state, 'expired');
  assert.ok(watch.allows('usdt'));
});

test('orders about which no answer comes do not keep newer ones from being asked about', async () => {
  const silent = [await till.order('cryptomus'), await till.order('cryptomus'), await till.order('cryptomus')];
  const paid = await till.order('cryptomus');
  for (const order of silent) await till.age(order, 30);
  await till.age(paid, 3);
  till.cryptomus.pay(paid.trade_no);
  till.cryptomus.delivery.cutAfterBytes = 0;
  // Three failures, after which the breaker opens.
  await askOpen();
  delete till.cryptomus.delivery.cutAfterBytes;
  for (const order of silent) await till.age(order, 30);
  const watch = breaker();
  for (let failure = 0; failure < 2; failure++) watch.failed('cryptomus');
  const before_ = invoiceQuestions();
  await askAboutOpenOrders({ ...till.ports, breaker: watch });
  const [first] = till.cryptomus.requests().slice(-(invoiceQuestions() - before_));
  assert.equal(first?.json()?.order_id, paid.trade_no);
  assert.equal((await till.read(paid)).state, 'credited');
});

test('that an answer cannot be booked is told as our own fault, not as the silence of its processor', async () => {
  const orders = [await till.order('cryptomus'), await till.order('cryptomus'), await till.order('cryptomus')];
  for (const order of orders) {
    till.cryptomus.pay(order.trade_no);
    await till.age(order, 1);
  }
  await sql`ALTER TABLE journal RENAME TO journal_away`.execute(books.db);
  await askOpen();
  await sql`ALTER TABLE journal_away RENAME TO journal`.execute(books.db);
  assert.deepEqual(
    till.alarms.map(({ order }) => order),
    orders.map((order) => order.trade_no),
  );
});

test('an order that stays open is asked about ever less often, however old it is', async () => {
  const order = await till.order('cryptomus');
  till.cryptomus.become(order.trade_no, 'confirm_check');
  await books.db.updateTable('topup_orders').set({ queries: 12 }).where('id', '=', order.id).execute();
  await till.age(order, 5 * 24 * 60);
  const before_ = invoiceQuestions();
  const questions: number[] = [];
  for (const minutes of [0, 0, 60, 2000]) {
    await till.age(order, minutes);
    await askOpen();
    questions.push(invoiceQuestions() - before_);
  }
  assert.deepEqual(questions, [1, 1, 1, 2]);
});

test('a payment that is held back and was dismissed ends with its time, decided before or after', async () => {
  const [early, late] = [await till.order('cryptomus'), await till.order('cryptomus')];
  for (const order of [early, late]) {
    till.cryptomus.become(order.trade_no, 'locked');
    await till.age(order, 1);
  }
  await askOpen();
  assert.equal(await dismiss(early.id), undefined);
  assert.equal((await till.read(early)).state, 'pending', 'its money may still come');
  for (const order of [early, late]) await till.age(order, 90);
  assert.equal(await dismiss(late.id), undefined);
  assert.equal((await till.read(late)).state, 'expired');
  await askOpen();
  assert.equal((await till.read(early)).state, 'expired');
});

test('an order that was dismissed ends with its time also when its processor goes on saying paid and names no amount', async () => {
  const [early, late, waiting] = [await till.order('usdt'), await till.order('usdt'), await till.order('usdt')];
  for (const order of [early, late, waiting]) {
    till.usdt.become(order.trade_no, 2);
    await flagForReview(books.db, order.id, 'the gateway called about 1 USDT', 'contradicted');
    assert.equal(await dismiss(order.id), undefined);
    await till.age(order, 2);
  }
  await askOpen();
  assert.deepEqual((await till.read(early)).flags, ['contradicted', 'review'], 'a person is asked once more');
  assert.equal(await dismiss(early.id), undefined);
  for (const order of [early, late, waiting]) await till.age(order, 21);
  assert.equal(await dismiss(late.id), undefined);
  await askOpen();
  const states = async () => (await Promise.all([early, late, waiting].map(till.read))).map(({ state }) => state);
  assert.deepEqual(await states(), ['expired', 'expired', 'pending'], 'who has not decided is waited for');
  assert.equal(await dismiss(waiting.id), undefined);
  assert.equal((await till.read(waiting)).state, 'expired');
});

test('an order about whose money a person is asked anew does not end by what was dismissed before', async () => {
  const order = await till.order('usdt');
  till.usdt.become(order.trade_no, 2);
  await flagForReview(books.db, order.id, 'the gateway called about 1 USDT', 'contradicted');
  assert.equal(await dismiss(order.id), undefined);
  await till.age(order, 21);
  await askOpen();
  const { state, flags } = await till.read(order);
  assert.deepEqual([state, flags], ['pending', ['contradicted', 'review']]);
});

test('a payment that is being confirmed does not end by what was dismissed before', async () => {
  const order = await till.order('cryptomus');
  till.cryptomus.become(order.trade_no, 'locked');
  await till.age(order, 1);
  await askOpen();
  assert.equal(await dismiss(order.id), undefined);
  till.cryptomus.become(order.trade_no, 'confirm_check');
  await till.age(order, 90);
  await askOpen();
  assert.equal((await till.read(order)).state, 'confirming');
});

test('an order whose processor is gone and about which a signed call said that it was paid waits for a person', async () => {
  const [called, silent] = [await till.order('airwallex'), await till.order('airwallex')];
  const call = { processor: 'airwallex', digest: Buffer.from(called.trade_no), body: '', headers: '{}' };
  await books.db
    .insertInto('payment_inbox')
    .values({ ...call, says_paid: true, order_id: called.id, settled_at: null })
    .execute();
  await till.set({ AirwallexClient_ID: '' });
  for (const order of [called, silent]) await till.age(order, 71);
  await askOpen();
  const ended = await Promise.all([called, silent].map(till.read));
  assert.deepEqual(
    ended.map(({ state, flags }) => [state, flags]),
    [
      ['expired', ['review']],
      ['expired', []],
    ],
  );
});
