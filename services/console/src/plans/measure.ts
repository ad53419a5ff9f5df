import { hashPassword } from '@switchyard/crypto';
import { openDatabase } from '@switchyard/db';
import type { CompiledQuery } from 'kysely';
import { Value } from 'typebox/value';
import { readFilter } from '../resources/logs/filter.ts';
import { readAll } from '../resources/logs/read-all.ts';
import { WholeExport } from '../resources/logs/schema.ts';
import { password, type TestConsole, testConsole } from '../testing/console.ts';
import type { Visitor } from '../testing/visitor.ts';
import { type ListCall, listCalls } from './calls.ts';
import { Capture } from './capture.ts';
import { explain, type Plan } from './explain.ts';
import { light, seed } from './seed.ts';

/** Tables that grow with use; the partitions of the log are among them. */
const growing =
  /^(usage_\w+|users|accounts|tokens|topup_orders|tasks|redemptions|journal|audit_log|breaches|dead_letters|audit_runs)$/;

/** What Postgres did for one call, query by query; of what it scanned only the tables that grow. */
export interface Measured {
  readonly call: ListCall;
  readonly plans: readonly Plan[];
  /** Why it answered nothing; undefined: it did. */
  readonly refusal: string | undefined;
}

/** Fills a database with so many rows of the log, opens every list twice and explains the second time; drops the database. */
export async function measure(logRows: number, say: (what: string) => void): Promise<Measured[]> {
  const capture = new Capture();
  const testing = await testConsole({ view: capture.view });
  try {
    // Without the console's limit on a statement's time.
    const db = openDatabase({ url: testing.config.databaseUrl, applicationName: 'plans', statementTimeoutMs: 0 });
    await seed(db, await hashPassword(password), logRows, say);
    const visitors = {
      root: await testing.signedIn('root'),
      heavy: await testing.signedIn('heavy'),
      light: await testing.signedIn(light),
    };
    await addCodes(visitors.root);
    const measured: Measured[] = [];
    for (const call of listCalls(Math.floor(Date.now() / 1000))) {
      capture.take(testing.db);
      const refusal = await open(testing, visitors[call.as], call);
      const plans: Plan[] = [];
      for (const query of executed(capture.take(testing.db))) {
        const plan = await explain(db, query);
        const scans = plan.scans.filter(({ table }) => growing.test(table));
        if (scans.length > 0) plans.push({ ...plan, scans });
      }
      measured.push({ call, plans, refusal });
    }
    await db.destroy();
    say(`${measured.length} calls`);
    return measured;
  } finally {
    await testing.close();
  }
}

/** Codes that can be shown, before those of the seed. */
async function addCodes(root: Visitor): Promise<void> {
  for (const name of ['spring', 'autumn']) {
    const { success, message } = await root.post('/api/redemption/', { name, quota: 500_000, count: 100 });
    if (!success) throw new Error(message);
  }
}

/** Answers why there was no answer. */
async function open(testing: TestConsole, visitor: Visitor, { path }: ListCall): Promise<string | undefined> {
  if (path.includes('/export')) return firstPage(testing, visitor, path);
  const response = await visitor.request('GET', path);
  const { success, message } = response.json();
  return success ? undefined : `${response.statusCode} ${message}`;
}

/** An export has no end; its pages are alike. */
async function firstPage({ db }: TestConsole, visitor: Visitor, path: string): Promise<undefined> {
  const { pathname, searchParams } = new URL(path, 'http://console');
  const given = Value.Convert(WholeExport, Object.fromEntries(searchParams));
  const query = Value.Parse(WholeExport, Value.Default(WholeExport, given));
  const ownerId = pathname.includes('/self/') ? visitor.userId : undefined;
  const pages = readAll(db, await readFilter(db, query, ownerId));
  await pages.next();
  await pages.return(undefined);
}

/** Reads without the parts of others, which are compiled on their own as well. */
function executed(queries: readonly CompiledQuery[]): CompiledQuery[] {
  // The guard's look at the session is the same for every call.
  const reads = queries.filter(({ sql }) => /^\s*(select|with)/i.test(sql) && !sql.includes('"sessions"'));
  return reads.filter(({ sql }) => !reads.some((other) => other.sql !== sql && other.sql.includes(sql)));
}
