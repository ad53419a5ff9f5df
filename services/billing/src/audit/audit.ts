import type { Ports } from '../ports.ts';
import { examine } from './examine.ts';
import { bookInvariants, walletInvariants } from './invariants.ts';
import { record } from './record.ts';
import { allUsers, touchedUsers } from './users.ts';

/** A transaction may have begun this long before its change can be seen. */
const overlapMs = 60_000;
const firstRunMs = 3_600_000;
/** Older requests of touched users are compared one by one in the nightly run. */
const requestsOfTouchedMs = 86_400_000;

/** Examines users, records breaches and freezes those concerned. `touched`: whose account changed since the last run. */
export async function audit(ports: Ports, scope: 'touched' | 'all'): Promise<void> {
  const { db, kv, log } = ports;
  const startedAt = new Date();
  const pages = scope === 'all' ? allUsers(db) : touchedUsers(db, await lastChangeExamined(ports));
  const requestsSince = new Date(scope === 'all' ? 0 : startedAt.getTime() - requestsOfTouchedMs);
  let users = 0;
  let breaches = 0;
  for await (const userIds of pages) {
    const subjects = { userIds, requestsSince };
    const examinations = await examine({ db, kv }, [...bookInvariants, ...walletInvariants], subjects);
    breaches += await record(db, log, userIds, examinations);
    users += userIds.length;
  }
  await db.insertInto('audit_runs').values({ scope, started_at: startedAt, users, breaches }).execute();
  log.info({ scope, users, breaches, durationMs: Date.now() - startedAt.getTime() }, 'audited');
}

async function lastChangeExamined({ db }: Ports): Promise<Date> {
  const last = await db
    .selectFrom('audit_runs')
    .select('started_at')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return new Date(last ? last.started_at.getTime() - overlapMs : Date.now() - firstRunMs);
}
