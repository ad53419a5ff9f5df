import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { uuidv7 } from '@switchyard/crypto';
import { type Books, testBooks } from '../testing/books.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { giveBack } from './give-back.ts';
import { settle } from './settle.ts';

let books: Books;
before(async () => {
  books = await testBooks();
});
after(() => books.close());

/** A request id of a time: its first 48 bits are milliseconds (RFC 9562). */
function idAt(time: string): string {
  const digits = Date.parse(time).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}${uuidv7().slice(13)}`;
}

async function budgetedToken() {
  const userId = await books.user();
  const tokenId = await books.token(userId, 10_000);
  await books.db
    .updateTable('tokens')
    .set({ unlimited_quota: true, daily_budget: 1_000, monthly_budget: 1_500 })
    .where('id', '=', tokenId)
    .execute();
  const charge = (time: string, quota: number) =>
    received(usageEvent({ userId, tokenId, id: idAt(time), charge: quota }));
  const row = () =>
    books.db
      .selectFrom('tokens')
      .select(['used_day', 'daily_used', 'used_month', 'monthly_used', 'spendable'])
      .where('id', '=', tokenId)
      .executeTakeFirstOrThrow();
  return { userId, tokenId, charge, row };
}

test('budgets count by the day on which a request began, however late its charge comes', async () => {
  const { charge, row } = await budgetedToken();
  await settle(books.db, [charge('2026-11-29T12:00:00Z', 300), charge('2026-11-30T12:00:00Z', 200)]);
  assert.deepEqual(await row(), {
    used_day: '2026-11-30',
    daily_used: 200,
    used_month: '2026-11',
    monthly_used: 500,
    spendable: 800,
  });
  await settle(books.db, [charge('2026-11-30T13:00:00Z', 50), charge('2026-11-29T13:00:00Z', 400)]);
  assert.deepEqual(await row(), {
    used_day: '2026-11-30',
    daily_used: 250,
    used_month: '2026-11',
    monthly_used: 950,
    spendable: 550,
  });
  await settle(books.db, [charge('2026-11-28T13:00:00Z', 30)]);
  assert.deepEqual([(await row()).daily_used, (await row()).monthly_used], [250, 980]);
  await settle(books.db, [charge('2026-12-01T00:00:00Z', 7), charge('2026-11-30T23:59:59Z', 900)]);
  assert.deepEqual(await row(), {
    used_day: '2026-12-01',
    daily_used: 7,
    used_month: '2026-12',
    monthly_used: 7,
    spendable: 993,
  });
});

test('a request whose charge grows counts with the greatest, once', async () => {
  const { charge, row } = await budgetedToken();
  const first = charge('2026-11-30T12:00:00Z', 300);
  const { event } = first;
  await settle(books.db, [first]);
  await settle(books.db, [received({ ...event, charge: 450 }), first]);
  const { daily_used: day, monthly_used: month } = await row();
  assert.deepEqual([day, month], [450, 450]);
});

test('what is given back frees the budgets of the day and month of its request only', async () => {
  const { userId, tokenId, charge, row } = await budgetedToken();
  const earlier = charge('2026-11-29T12:00:00Z', 300);
  const later = charge('2026-11-30T12:00:00Z', 200);
  await settle(books.db, [earlier, later]);
  for (const { event } of [earlier, later]) {
    await books.db
      .transaction()
      .execute((trx) =>
        giveBack(
          trx,
          { requestId: event.id, userId, tokenId, channelId: 0, group: 'default', model: event.model },
          { amount: 100, listAmount: 100 },
          'failed',
        ),
      );
  }
  const { daily_used: day, monthly_used: month } = await row();
  assert.deepEqual([day, month], [100, 300]);
});
