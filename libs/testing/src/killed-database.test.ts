import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@switchyard/db';
import { sql } from 'kysely';
import { startPostgres } from './servers/postgres.ts';

test('Postgres killed between two statements of a transaction: the transaction fails, the process goes on', async (t) => {
  const server = await startPostgres();
  t.after(() => server.stop());
  const db = openDatabase({ url: server.url, applicationName: 'test' });
  t.after(() => db.destroy());
  const broken = db.transaction().execute(async (trx) => {
    await sql`SELECT 1`.execute(trx);
    await server.kill();
    await sleep(100);
    await sql`SELECT 1`.execute(trx);
  });
  await assert.rejects(broken);
  await server.restart();
  assert.deepEqual((await sql<{ one: number }>`SELECT 1 AS one`.execute(db)).rows, [{ one: 1 }]);
});

test('Postgres silent: who waits hears of it, and what was idle is not waited for one by one', async (t) => {
  const server = await startPostgres();
  t.after(() => server.stop());
  const broken: string[] = [];
  const db = openDatabase({
    url: server.url,
    applicationName: 'test',
    statementTimeoutMs: 500,
    onIdleError: ({ message }) => broken.push(message),
  });
  t.after(() => db.destroy());
  const ask = () => sql`SELECT 1`.execute(db);
  await Promise.all([ask(), ask(), ask()]);
  // As long as no statement may take.
  await sleep(3_000);
  await server.pause();
  await assert.rejects(ask(), /Postgres has said nothing for 2.5 s/);
  assert.equal(broken.length, 2, 'the idle ones are given up, too');
  await server.resume();
  await ask();
});
