import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, openDatabase } from '@switchyard/db';
import { sql } from 'kysely';
import { openAuditDatabase, openTouchedDatabase } from '../audit/audit-database.ts';
import { testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { until } from '../testing/until.ts';
import { auditAllJob } from './audit-all.ts';
import { auditTouchedJob } from './audit-touched.ts';

test('audits run on connections of their own, each alone, on which a statement may take long but not for ever', async (t) => {
  const books = await testBooks();
  const ports = await testPorts(books, 'single node');
  const hurried = openDatabase({ url: books.url, applicationName: 'test', statementTimeoutMs: 1 });
  const auditDb = openAuditDatabase(books.url, () => {});
  const touchedDb = openTouchedDatabase(books.url, () => {});
  t.after(async () => {
    await Promise.all([hurried.destroy(), auditDb.destroy(), touchedDb.destroy()]);
    await ports.close();
    await books.close();
  });
  await books.user();
  // Long enough for the limit of the other handle, and for others to come meanwhile.
  await sql`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NEW; END'`.execute(
    books.db,
  );
  await sql`CREATE TRIGGER wait BEFORE INSERT ON audit_runs FOR EACH ROW EXECUTE FUNCTION wait()`.execute(books.db);
  const scopes = async () => {
    const rows = await books.db.selectFrom('audit_runs').select('scope').orderBy('scope').execute();
    return rows.map(({ scope }) => scope);
  };
  const jobs = [auditAllJob, auditTouchedJob].map((job) => job({ ...ports, db: hurried, auditDb, touchedDb }));
  const running = jobs.map((job) => job.run());
  await until(async () => (await waiting(books.db)) === jobs.length);
  for (let turn = 0; turn < 3; turn++) await Promise.all(jobs.map((job) => job.run()));
  assert.deepEqual(await scopes(), [], 'those that came meanwhile have returned');
  await Promise.all(running);
  assert.deepEqual(await scopes(), ['all', 'touched']);
  await jobs[1]?.run();
  assert.deepEqual(await scopes(), ['all', 'touched', 'touched'], 'the turn is given back');
  for (const [db, limit] of [
    [auditDb, '6h'],
    [touchedDb, '5min'],
  ] as const) {
    const { rows } = await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(db);
    assert.deepEqual(rows, [{ statement_timeout: limit }]);
  }
});

/** How many audits are being written down. */
async function waiting(db: Database): Promise<number> {
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'
  `.execute(db);
  return rows.length;
}
