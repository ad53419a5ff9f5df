import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashPassword } from '@switchyard/crypto';
import { openDatabase } from '@switchyard/db';
import type { CompiledQuery } from 'kysely';
import { password, testConsole } from '../testing/console.ts';
import { listCalls } from './calls.ts';
import { Capture } from './capture.ts';
import { explain, type Scan } from './explain.ts';
import { seed } from './seed.ts';

/*
 * npm run plans: fills a database with a month of a busy installation, opens every list, and writes PLANS.md: what Postgres read for
 * each. Fails when a query of a call looks at more rows than
 * a list's count may.
 */
const large = new Set([
  'usage_log',
  'usage_hourly',
  'usage_latency',
  'usage_failures',
  'users',
  'accounts',
  'tokens',
  'topup_orders',
  'tasks',
  'redemptions',
  'journal',
  'audit_log',
]);
/** Lists of the log count up to 10,000 rows, and page through as many. Entries that are counted in an index alone are cheap. */
const mostRowsRead = 25_000;
const target = fileURLToPath(new URL('../../PLANS.md', import.meta.url));

const capture = new Capture();
const testing = await testConsole({ view: capture.view });
const lines: string[] = [];
const costly: string[] = [];
try {
  // Without the console's limit on a statement's time.
  const db = openDatabase({ url: testing.config.databaseUrl, applicationName: 'plans', statementTimeoutMs: 0 });
  await seed(db, await hashPassword(password), say);
  await db.destroy();
  const visitors = { root: await testing.signedIn('root'), heavy: await testing.signedIn('heavy') };
  // Codes that can be shown, before those of the seed.
  for (const name of ['spring', 'autumn']) {
    const { success, message } = await visitors.root.post('/api/redemption/', { name, quota: 500_000, count: 100 });
    if (!success) throw new Error(message);
  }
  for (const { as, path, sums } of listCalls(Math.floor(Date.now() / 1000))) {
    capture.take(testing.db);
    const response = await visitors[as].request('GET', path);
    const { success, message, data } = response.json();
    if (!success) throw new Error(`${path}: ${response.statusCode} ${message}`);
    const queries = executed(capture.take(testing.db));
    const count = data?.items?.length ?? data?.length ?? Object.keys(data ?? {}).length;
    for (const query of queries) {
      const plan = await explain(testing.db, query);
      const scans = plan.scans.filter(({ table }) => isLarge(table));
      if (scans.length === 0) continue;
      const rows = scans.reduce((sum, scan) => sum + scan.rowsRead, 0);
      const fetched = scans.reduce((sum, { how, rowsRead }) => sum + (how === 'Index Only Scan' ? 0 : rowsRead), 0);
      if (fetched > mostRowsRead && !sums) costly.push(`${path}: ${rows} rows: ${query.sql}`);
      lines.push(
        `| ${as} | \`${path.replace(/\d{10}/g, '…')}\` | ${count} | ${unique(scans)} | ${rows} | ${plan.bufferPages} | ${plan.ms.toFixed(1)} |`,
      );
    }
    say(`${as} ${path}: ${queries.length} queries`);
  }
} finally {
  await testing.close();
}
writeFileSync(target, document(lines));
say(`Written to ${target}`);
if (costly.length > 0) {
  say(`These read more than ${mostRowsRead} rows:\n${costly.join('\n')}`);
  process.exitCode = 1;
}
process.exit();

/** Reads without the parts of others, which are compiled on their own as well. */
function executed(queries: readonly CompiledQuery[]): CompiledQuery[] {
  // The guard's look at the session is the same for every call.
  const reads = queries.filter(({ sql }) => /^\s*(select|with)/i.test(sql) && !sql.includes('"sessions"'));
  return reads.filter(({ sql }) => !reads.some((other) => other.sql !== sql && other.sql.includes(sql)));
}

function say(what: string): void {
  process.stdout.write(`${what}\n`);
}

function isLarge(table: string): boolean {
  return large.has(table) || table.startsWith('usage_log_');
}

/** Partitions of the log count as the log. */
function unique(scans: readonly Scan[]): string {
  const names = scans.map(
    ({ how, table, index }) => `${how} ${index?.replace(/_\d{8}_|usage_log_\d{8}/, '…') ?? table}`,
  );
  return [...new Set(names.map((name) => name.replace(/usage_log_\d{8}/, 'usage_log_…')))].join(', ');
}

function document(rows: readonly string[]): string {
  return `# Plans of the lists

Written by \`npm run plans\`: 100,000 users, 100,000 keys (one user has 1,000), 1,000,000 rows of the log in 30 daily partitions (one user
has every tenth), 100,000 orders, codes and tasks. Rows read are those that were looked at, taken or not, over all scans of large tables.

| as | call | items | scans | rows read | pages | ms |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
