import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { settle } from '../ledger/settle.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { makeLogPartitions } from './make-log-partitions.ts';

let books: Books;
before(async () => {
  books = await testBooks();
});
after(() => books.close());

test('today and the week to come have partitions, made once by instances that start together', async () => {
  await Promise.all([makeLogPartitions(books.db), makeLogPartitions(books.db), makeLogPartitions(books.db)]);
  const { rows } = await sql<{ name: string }>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'usage_log'::regclass ORDER BY 1
  `.execute(books.db);
  const days = Array.from({ length: 8 }, (_, day) => new Date(Date.now() + day * 86_400_000));
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...days.map((day) => `usage_log_${day.toISOString().slice(0, 10).replaceAll('-', '')}`), 'usage_log_default'],
  );
});

test('rows that came before their partition move into it and can still be raised', async () => {
  const userId = await books.user();
  const event = usageEvent({ userId, tokenId: 0, id: '01a3f000-0000-7000-8000-000000000000' });
  await settle(books.db, [received(event)]);
  const time = new Date(0x01a3f0000000);
  assert.deepEqual(await placesOf(event.id), ['usage_log_default']);
  await makeLogPartitions(books.db, time);
  assert.deepEqual(await placesOf(event.id), [`usage_log_${time.toISOString().slice(0, 10).replaceAll('-', '')}`]);
  await settle(books.db, [received({ ...event, charge: 250 })]);
  const row = await books.db
    .selectFrom('usage_log')
    .select('quota')
    .where('request_id', '=', event.id)
    .executeTakeFirst();
  assert.equal(row?.quota, 250);
});

async function placesOf(requestId: string): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    SELECT tableoid::regclass::text AS place FROM usage_log WHERE request_id = ${requestId}
  `.execute(books.db);
  return rows.map(({ place }) => place);
}
