import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import { openAuditDatabase } from '../audit/audit-database.ts';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { indexLogJob } from './index-log.ts';
import { makeLogPartitions } from './make-log-partitions.ts';
import { makePastPartitions } from './make-past-partitions.ts';

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
/** Over for hours, whatever the time. */
const overDay = today - 2 * dayMs;
let books: Books;
let auditDb: Database;
let run: () => Promise<void>;
before(async () => {
  books = await testBooks();
  auditDb = openAuditDatabase(books.url, () => {});
  run = async () => indexLogJob({ auditDb } as Ports & { auditDb: Database }).run();
  await makeLogPartitions(books.db, new Date(overDay));
});
after(async () => {
  await auditDb.destroy();
  await books.close();
});

const nameOf = (ms: number) => `usage_log_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}`;

const write = (db: Database, ms = overDay) =>
  db
    .insertInto('usage_log')
    .values({ created_at: new Date(ms), type: 4, user_id: 1, username: 'somebody' })
    .execute();

/** Those for searches, of a partition: whether each can be used. */
async function searches(partition: string): Promise<Record<string, boolean>> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    SELECT substring(relname from ${partition.length + 2}::int) AS name, indisvalid AS valid
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = ${partition}::regclass AND relname ~ '_(model|group|dear)$' ORDER BY 1`.execute(books.db);
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]));
}

/**
 * The process that makes an index of a partition, has written it down, and waits for who writes. Before that it may wait for a vacuum, and in
 * other partitions for whoever reads anything just then.
 */
async function waitingBuilder(partition: string): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'virtualxid' AND pid <> pg_backend_pid()
        AND query LIKE ${`%CREATE INDEX%ON "${partition}"%`}
    `.execute(books.db);
    if (rows[0]) return rows[0].pid;
  }
}

const all = { dear: true, group: true, model: true };

test('a day that is over is indexed by one instance while others write to it, and a build that was killed is made again', async () => {
  const killed = await books.db.transaction().execute(async (trx) => {
    await write(trx);
    const building = assert.rejects(run());
    const builder = await waitingBuilder(nameOf(overDay));
    await books.db.transaction().execute(async (other) => {
      await sql`SET LOCAL lock_timeout = '2s'`.execute(other);
      await write(other);
    });
    await run();
    await sql`SELECT pg_terminate_backend(${builder})`.execute(books.db);
    return { building };
  });
  await killed.building;
  assert.deepEqual(Object.values(await searches(nameOf(overDay))), [false]);
  await run();
  assert.deepEqual(await searches(nameOf(overDay)), all);
});

test('neither today nor days to come are indexed, and months of an import are', async () => {
  await makePastPartitions(books.db, new Date(overDay - 40 * dayMs));
  await run();
  await run();
  assert.deepEqual(await searches(nameOf(today)), {});
  assert.deepEqual(await searches(nameOf(today + dayMs)), {});
  assert.deepEqual(await searches('usage_log_default'), {});
  assert.deepEqual(await searches(nameOf(overDay - 40 * dayMs).slice(0, -2)), all);
});
