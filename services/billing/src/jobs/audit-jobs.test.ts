import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '@switchyard/db';
import { sql } from 'kysely';
import { openAuditDatabase } from '../audit/audit-database.ts';
import { testBooks } from '../testing/books.ts';
import { testPorts } from '../testing/ports.ts';
import { auditAllJob } from './audit-all.ts';
import { auditTouchedJob } from './audit-touched.ts';

test('audits run on connections of their own, on which a statement may take as long as it needs', async (t) => {
  const books = await testBooks();
  const ports = await testPorts(books, 'single node');
  const hurried = openDatabase({ url: books.url, applicationName: 'test', statementTimeoutMs: 1 });
  const auditDb = openAuditDatabase(books.url, () => {});
  t.after(async () => {
    await Promise.all([hurried.destroy(), auditDb.destroy()]);
    await ports.close();
    await books.close();
  });
  await books.user();
  // Long enough for the limit of the other handle.
  await sql`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END'`.execute(
    books.db,
  );
  await sql`CREATE TRIGGER wait BEFORE INSERT ON audit_runs FOR EACH ROW EXECUTE FUNCTION wait()`.execute(books.db);
  for (const job of [auditAllJob, auditTouchedJob]) await job({ ...ports, db: hurried, auditDb }).run();
  assert.equal((await books.db.selectFrom('audit_runs').select('id').execute()).length, 2);
  const { rows } = await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(auditDb);
  assert.deepEqual(rows, [{ statement_timeout: '0' }]);
});
