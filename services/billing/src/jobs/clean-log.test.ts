import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { audit } from '../audit/audit.ts';
import { settle } from '../ledger/settle.ts';
import type { Ports } from '../ports.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { cleanLog } from './clean-log.ts';
import { expireLog } from './expire-log.ts';
import { makeLogPartitions } from './make-log-partitions.ts';

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
let books: Books;
let ports: Ports & { close(): Promise<void> };
before(async () => {
  books = await testBooks();
  ports = await testPorts(books, 'single node');
  await makeLogPartitions(books.db, new Date(today - 3 * dayMs));
});
after(async () => {
  await ports.close();
  await books.close();
});
beforeEach(() => books.db.deleteFrom('usage_log').execute());

const write = (ms: number) =>
  books.db
    .insertInto('usage_log')
    .values({ created_at: new Date(ms), type: 4, user_id: 1, username: 'somebody' })
    .execute();

const wish = (ms: number) =>
  books.db
    .insertInto('log_cleanings')
    .values({ target: new Date(ms), actor: 'root', found: 0 })
    .execute();

const times = async () => {
  const rows = await books.db.selectFrom('usage_log').select('created_at').orderBy('created_at').execute();
  return rows.map(({ created_at }) => created_at.getTime() - today);
};

async function partitions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM pg_inherits WHERE inhparent = 'usage_log'::regclass`.execute(books.db);
  return rows[0]?.count ?? 0;
}

test('whole days go as partitions, the rest row by row, and what is younger stays', async () => {
  for (const ms of [-9 * dayMs, -3 * dayMs, -2 * dayMs + 5, -dayMs, -dayMs + 7, 0]) await write(today + ms);
  const partitionsBefore = await partitions();
  await wish(today - dayMs + 7);
  await cleanLog(books.db);
  assert.deepEqual(await times(), [-dayMs + 7, 0]);
  assert.equal(await partitions(), partitionsBefore - 2);
  const done = await books.db.selectFrom('log_cleanings').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([done.deleted, done.finished_at !== null], [4, true]);
  const { cleaned_before } = await books.db.selectFrom('usage_log_horizon').selectAll().executeTakeFirstOrThrow();
  assert.equal(cleaned_before.getTime(), today - dayMs + 7);
});

test('a day that is too long to be counted goes too: how many rows it had is what the planner takes it to have', async () => {
  const day = today - 3 * dayMs;
  await makeLogPartitions(books.db, new Date(day));
  await write(day);
  await books.db.transaction().execute(async (trx) => {
    await sql`SET LOCAL allow_system_table_mods = on`.execute(trx);
    const partition = `usage_log_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;
    await sql`UPDATE pg_class SET reltuples = 80000000 WHERE oid = ${partition}::regclass`.execute(trx);
  });
  await wish(day + dayMs);
  await cleanLog(books.db);
  const done = await books.db.selectFrom('log_cleanings').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  assert.deepEqual([done.deleted, done.finished_at !== null, await times()], [80_000_000, true, []]);
});

test('days beyond the retention go as whole partitions, and without one nothing expires', async () => {
  await makeLogPartitions(books.db, new Date(today - 3 * dayMs));
  for (const ms of [-3 * dayMs, -2 * dayMs - 1, -2 * dayMs, -dayMs]) await write(today + ms);
  const before = await partitions();
  await expireLog(books.db, undefined);
  await cleanLog(books.db);
  assert.equal((await times()).length, 4);
  await expireLog(books.db, 2, new Date(today + 5));
  await expireLog(books.db, 1, new Date(today + 5));
  const [{ actor, found } = {}, ...more] = await books.db
    .selectFrom('log_cleanings')
    .select(['actor', 'found'])
    .where('finished_at', 'is', null)
    .execute();
  assert.deepEqual([actor, found, more], ['LOG_RETENTION_DAYS', 2, []]);
  await cleanLog(books.db);
  assert.deepEqual([await times(), await partitions()], [[-2 * dayMs, -dayMs], before - 1]);
});

test('two instances delete each row once', async () => {
  await sql`
    INSERT INTO usage_log (created_at, type, user_id, username)
    SELECT ${new Date(today - 20 * dayMs)}::timestamptz + i * interval '1 second', 4, 1, 'somebody'
    FROM generate_series(1, 25000) AS i`.execute(books.db);
  await wish(today - 10 * dayMs);
  await Promise.all([cleanLog(books.db), cleanLog(books.db), cleanLog(books.db)]);
  await cleanLog(books.db);
  const [row] = await books.db.selectFrom('log_cleanings').selectAll().orderBy('id', 'desc').limit(1).execute();
  assert.deepEqual([row?.deleted, row?.finished_at !== null, await times()], [25_000, true, []]);
});

test('the books stay whole: the journal is kept, and audits know what may be gone', async () => {
  const userId = await books.user();
  await settle(books.db, [received(usageEvent({ userId, tokenId: await books.token(userId), charge: 70 }))]);
  await wish(Date.now());
  await cleanLog(books.db);
  const journal = await books.db.selectFrom('journal').select('amount').where('kind', '=', 'consume').execute();
  assert.deepEqual([journal, await times()], [[{ amount: -70 }], []]);
  await audit(ports, 'all');
  const breaches = await books.db
    .selectFrom('breaches')
    .select(['invariant', 'detail'])
    .where('invariant', '=', 'consumption-is-logged')
    .execute();
  assert.deepEqual(breaches, []);
});
