import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type Books, testBooks } from '../testing/books.ts';
import { makeLogPartitions } from './make-log-partitions.ts';
import { makePastPartitions } from './make-past-partitions.ts';

let books: Books;
before(async () => {
  books = await testBooks();
});
after(() => books.close());

test('months before the first day have partitions without a gap, made once', async () => {
  await makeLogPartitions(books.db, new Date('2026-03-10T12:00Z'));
  await makePastPartitions(books.db, new Date('2026-01-20T08:00Z'));
  await makePastPartitions(books.db, new Date('2026-01-20T08:00Z'));
  const { rows } = await sql<{ place: string }>`
    INSERT INTO usage_log (created_at, type, user_id, username)
    VALUES ('2026-01-01Z', 4, 1, 'a'), ('2026-01-31T23:59:59Z', 4, 1, 'a'), ('2026-02-01Z', 4, 1, 'a'),
           ('2026-03-09T23:59:59Z', 4, 1, 'a'), ('2026-03-10Z', 4, 1, 'a')
    RETURNING tableoid::regclass::text AS place`.execute(books.db);
  assert.deepEqual(
    rows.map(({ place }) => place),
    ['usage_log_202601', 'usage_log_202601', 'usage_log_202602', 'usage_log_202603', 'usage_log_20260310'],
  );
});
