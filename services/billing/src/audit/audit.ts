import type { Ports } from '../ports.ts';
import { examine } from './examine.ts';
import { bookInvariants, sumInvariants, walletInvariants } from './invariants.ts';
import { forgetSums, keepSums } from './kept-sums.ts';
import { record } from './record.ts';
import { allUsers, touchedUsers, usersInBreach } from './users.ts';

const hourMs = 3_600_000;
/** A transaction may have begun this long before its change can be seen. */
const overlapMs = 60_000;

/**
 * Examines users, records breaches and freezes those concerned. `touched`: whose account changed since the last run, by
 * what is younger than an hour or two, and whoever is in breach in whole, so that nothing is resolved unseen.
 */
export async function audit(ports: Ports, scope: 'touched' | 'all'): Promise<void> {
  const { db, log } = ports;
  const startedAt = new Date();
  const seen = { users: 0, breaches: 0 };
  if (scope === 'all') {
    for await (const userIds of allUsers(db)) await look(ports, startedAt, seen, userIds);
  } else {
    for (const userIds of await usersInBreach(db)) await look(ports, startedAt, seen, userIds);
    const since = new Date(Math.floor(startedAt.getTime() / hourMs - 1) * hourMs);
    for (const userIds of await touchedUsers(db, await lastChangeExamined(ports))) {
      await keepSums(db, userIds, since);
      await look(ports, startedAt, seen, userIds, since);
    }
  }
  await db
    .insertInto('audit_runs')
    .values({ scope, started_at: startedAt, ...seen })
    .execute();
  log.info({ scope, ...seen, durationMs: Date.now() - startedAt.getTime() }, 'audited');
}

async function look(
  { db, kv, log }: Ports,
  startedAt: Date,
  seen: { users: number; breaches: number },
  userIds: readonly number[],
  since?: Date,
): Promise<void> {
  const subjects = since === undefined ? { userIds } : { userIds, since };
  const examinations = await examine({ db, kv }, [...bookInvariants, ...walletInvariants], subjects);
  await forgetSums(
    db,
    examinations.filter(({ invariant }) => sumInvariants.includes(invariant)).flatMap(({ suspects }) => suspects),
  );
  seen.breaches += await record(db, log, { userIds, startedAt, examinations });
  seen.users += userIds.length;
}

async function lastChangeExamined({ db }: Ports): Promise<Date> {
  const last = await db
    .selectFrom('audit_runs')
    .select('started_at')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return new Date(last ? last.started_at.getTime() - overlapMs : Date.now() - hourMs);
}
