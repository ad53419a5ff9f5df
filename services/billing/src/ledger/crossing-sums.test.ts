import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { UsageEvent } from '@switchyard/contracts';
import { latencyBucket } from '@switchyard/db';
import { type RawBuilder, sql } from 'kysely';
import { type Books, testBooks } from '../testing/books.ts';
import { until } from '../testing/until.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { settle } from './settle.ts';

let books: Books;
before(async () => {
  books = await testBooks();
});
after(() => books.close());

/*
 * Sums over everybody are kept for rows that change before those for rows that are new. Of two kinds of sums each of two batches has
 * one that changes, which is new with the other.
 */
const crossings: Record<
  string,
  { one: Partial<UsageEvent>; other: Partial<UsageEvent>; sumOfOne: RawBuilder<unknown> }
> = {
  'by model': {
    one: { model: 'one' },
    other: { model: 'other' },
    sumOfOne: sql`SELECT FROM usage_totals WHERE model = 'one' FOR UPDATE`,
  },
  'of latencies': {
    one: { durationMs: 30_000, firstByteMs: 0 },
    other: { durationMs: 60_000, firstByteMs: 0 },
    sumOfOne: sql`SELECT FROM usage_latency_totals WHERE bucket = ${latencyBucket(30_000)} FOR UPDATE`,
  },
};

for (const [what, { one, other, sumOfOne }] of Object.entries(crossings)) {
  test(`two batches whose sums ${what} cross are both settled: neither waits for what the other holds`, async () => {
    const settleFor = (who: Customer, ...requests: Partial<UsageEvent>[]) =>
      settle(
        books.db,
        requests.map((request) => received(usageEvent({ ...who, ...request }))),
      );
    const [first, second] = [await customer(), await customer()];
    await settleFor(first, one);
    await settleFor(second, other);
    const blocker = await books.db.startTransaction().execute();
    await sumOfOne.execute(blocker);
    const batches = [settleFor(first, one, other)];
    await until(async () => (await waiting()) === 1);
    batches.push(settleFor(second, other, one));
    await until(async () => (await waiting()) === 2);
    await blocker.rollback().execute();
    await Promise.all(batches);
    const accounts = await books.db
      .selectFrom('accounts')
      .select('request_count')
      .where('user_id', 'in', [first.userId, second.userId])
      .execute();
    assert.deepEqual(accounts, [{ request_count: 3 }, { request_count: 3 }]);
  });
}

type Customer = Awaited<ReturnType<typeof customer>>;
async function customer() {
  const userId = await books.user();
  return { userId, tokenId: await books.token(userId), model: `of user ${userId}` };
}

/** Sessions that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  `.execute(books.db);
  return rows[0]?.count ?? 0;
}
