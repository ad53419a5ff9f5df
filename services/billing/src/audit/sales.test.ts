import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { readOptions } from '@switchyard/contracts';
import { post } from '@switchyard/db';
import { openKv } from '@switchyard/kv';
import { applyPayment, lockOrder, type Order, placeOrder, type Quote, quote, takeBack } from '@switchyard/payments';
import { sql } from 'kysely';
import { type Books, testBooks } from '../testing/books.ts';
import { codeIsJournaled } from './code-is-journaled.ts';
import type { Invariant } from './invariant.ts';
import { orderIsJournaled } from './order-is-journaled.ts';

let books: Books;
const kv = await openKv({});
before(async () => {
  books = await testBooks();
});
after(async () => {
  await books.close();
  await kv.close();
});

async function findings(invariant: Invariant, userId: number): Promise<string[]> {
  const found = await invariant.check({ db: books.db, kv }, { userIds: [userId] });
  return found.map(({ detail }) => detail);
}

async function order(userId: number): Promise<Order> {
  const price = quote(readOptions([]).options, { amount: '10', group: '', currency: 'CNY', rate: '7.3' }) as Quote;
  const purchase = { userId, method: 'alipay', quote: price, lifeSeconds: 600, mostPerDayUsd: 1000 };
  const placed = await placeOrder(books.db, { name: 'epay', live: true }, purchase);
  assert.ok('id' in placed);
  return placed;
}

async function usedCode(userId: number, quota: number): Promise<number> {
  const { id } = await books.db
    .insertInto('redemptions')
    .values({
      code_hash: randomBytes(32),
      code_sealed: 'sealed',
      name: 'gift',
      quota,
      created_by: userId,
      status: 3,
      used_at: new Date(),
      used_user_id: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('orders that wait, were credited, refunded in part and disputed are no breach', async () => {
  const userId = await books.user();
  await order(userId);
  for (const back of [undefined, { status: 'refunded', refundedMinor: 1000n }, { status: 'disputed' }] as const) {
    const { id } = await order(userId);
    await applyPayment(books.db, id, { status: 'paid' });
    if (back) await applyPayment(books.db, id, back);
  }
  assert.deepEqual(await findings(orderIsJournaled, userId), []);
});

for (const [name, tamper] of Object.entries({
  'is credited without the journal': (tradeNo: string) =>
    sql`UPDATE topup_orders SET state = 'credited', credited_at = now() WHERE trade_no = ${tradeNo} OR credited_at IS NULL`,
  'is another amount than in the journal': (tradeNo: string) =>
    sql`UPDATE topup_orders SET quota = quota + 1 WHERE trade_no = ${tradeNo}`,
  'is in the journal and not credited': (tradeNo: string) =>
    sql`UPDATE topup_orders SET state = 'expired', credited_at = NULL WHERE trade_no = ${tradeNo}`,
  'was refunded without the journal': (tradeNo: string) =>
    sql`UPDATE topup_orders SET refunded_quota = refunded_quota + 1 WHERE trade_no = ${tradeNo}`,
  'is credited in the journal twice': (tradeNo: string) =>
    sql`INSERT INTO journal (kind, reference, user_id, amount)
        SELECT 'topup', reference || ':again', user_id, amount FROM journal WHERE reference = ${`order:${tradeNo}`}`,
})) {
  test(`an order that ${name} is found`, async () => {
    const userId = await books.user();
    const { id, trade_no: tradeNo } = await order(userId);
    await order(userId);
    await applyPayment(books.db, id, { status: 'paid' });
    assert.deepEqual(await findings(orderIsJournaled, userId), []);
    await tamper(tradeNo).execute(books.db);
    assert.equal((await findings(orderIsJournaled, userId)).length, 1);
    assert.deepEqual(await findings(orderIsJournaled, await books.user()), []);
  });
}

test('an administrator’s refund is no breach', async () => {
  const userId = await books.user();
  const { id } = await order(userId);
  await applyPayment(books.db, id, { status: 'paid' });
  await books.db.transaction().execute(async (trx) => {
    const refund = { requestId: 'r', amountMinor: 333n, kind: 'refund', reason: 'asked', actorId: userId } as const;
    await takeBack(trx, await lockOrder(trx, id), refund);
  });
  assert.deepEqual(await findings(orderIsJournaled, userId), []);
});

test('a used code with its journal row is no breach; another amount, another user or no row are', async () => {
  const userId = await books.user();
  const redeemed = async (quota: number) => {
    const id = await usedCode(userId, 700);
    const posting = { kind: 'redeem', reference: `code:${id}`, userId, amount: quota } as const;
    await books.db.transaction().execute((trx) => post(trx, posting));
  };
  await redeemed(700);
  assert.deepEqual(await findings(codeIsJournaled, userId), []);
  await redeemed(701);
  assert.equal((await findings(codeIsJournaled, userId)).length, 1);
  await usedCode(userId, 700);
  assert.equal((await findings(codeIsJournaled, userId)).length, 2);
  const other = await books.user();
  await sql`UPDATE redemptions SET used_user_id = ${other} WHERE used_user_id = ${userId}`.execute(books.db);
  assert.equal((await findings(codeIsJournaled, userId)).length, 2, 'rows in the journal that no code explains');
  assert.equal((await findings(codeIsJournaled, other)).length, 3, 'codes that are not in the journal');
});
