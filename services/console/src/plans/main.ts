import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashPassword } from '@switchyard/crypto';
import { password, testConsole } from '../testing/console.ts';
import { listCalls } from './calls.ts';
import { Capture } from './capture.ts';
import { explain, type Scan } from './explain.ts';
import { seed } from './seed.ts';

/*
 * npm run plans: fills a database with a month of a busy installation, opens every list, and writes PLANS.md: what Postgres read for
 * each. Fails when a call reads a large table from end to end.
 */
const large = new Set([
  'usage_log',
  'users',
  'accounts',
  'tokens',
  'topup_orders',
  'tasks',
  'redemption_codes',
  'journal',
]);
const target = fileURLToPath(new URL('../../PLANS.md', import.meta.url));

const capture = new Capture();
const testing = await testConsole({ view: capture.view });
const lines: string[] = [];
const whole: string[] = [];
try {
  await seed(testing.db, await hashPassword(password), say);
  const visitors = { root: await testing.signedIn('root'), heavy: await testing.signedIn('heavy') };
  for (const { as, path } of listCalls(Math.floor(Date.now() / 1000))) {
    capture.take(testing.db);
    const response = await visitors[as].request('GET', path);
    const { success, message, data } = response.json();
    if (!success) throw new Error(`${path}: ${response.statusCode} ${message}`);
    const queries = capture
      .take(testing.db)
      .filter(
        ({ sql }) =>
          /\b(usage_|"?(tokens|topup|tasks|redemption|journal|audit)|"users"\.)/.test(sql) &&
          /^(select|with)/i.test(sql),
      );
    const count = data?.items?.length ?? data?.length ?? Object.keys(data ?? {}).length;
    for (const query of queries) {
      const plan = await explain(testing.db, query);
      const scans = plan.scans.filter(({ table }) => isLarge(table));
      if (scans.some(({ how }) => how === 'Seq Scan')) whole.push(`${path}: ${query.sql}`);
      if (scans.length === 0) continue;
      const rows = scans.reduce((sum, scan) => sum + scan.rowsRead, 0);
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
if (whole.length > 0) {
  say(`These read a large table from end to end:\n${whole.join('\n')}`);
  process.exitCode = 1;
}
process.exit();

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
  return [...new Set(names)].join(', ');
}

function document(rows: readonly string[]): string {
  return `# Plans of the lists

Written by \`npm run plans\`: 100,000 users, 100,000 keys (one user has 1,000), 1,000,000 rows of the log in 30 daily partitions (one user
has every tenth), 100,000 orders and tasks. Rows read are those that were looked at, taken or not, over all scans of large tables.

| as | call | items | scans | rows read | pages | ms |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
