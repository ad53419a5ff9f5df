import { isWorkedOff } from '../backlog.ts';
import type { Ports } from '../ports.ts';
import { type Examination, examine, examineYoung } from './examine.ts';
import { bookInvariants, walletInvariants } from './invariants.ts';
import { record } from './record.ts';
import { allUsers, touchedUsers, usersInBreach } from './users.ts';
import { walletComesToRest } from './wallet-comes-to-rest.ts';

const hourMs = 3_600_000;
const everyInvariant = [...bookInvariants, ...walletInvariants];
/** A transaction may have begun this long before its change can be seen. */
const overlapMs = 60_000;

/**
 * Examines users, records breaches and freezes those concerned. `touched`: whose account changed since the last run, by
 * what is young, and whoever is in breach in whole, so that nothing is resolved unseen.
 */
export async function audit(ports: Ports, scope: 'touched' | 'all'): Promise<void> {
  const { db, bus, log } = ports;
  const startedAt = new Date();
  // Charges that wait in the stream settle holds that ended long ago. What is not examined is not resolved either.
  const isSettled = await isWorkedOff(bus);
  const invariants = everyInvariant.filter((invariant) => isSettled || invariant !== walletComesToRest);
  const seen = { users: 0, breaches: 0 };
  const note = async (userIds: readonly number[], examinations: readonly Examination[]) => {
    seen.breaches += await record(db, log, { userIds, startedAt, examinations });
    seen.users += userIds.length;
  };
  if (scope === 'all') {
    for await (const userIds of allUsers(db)) await note(userIds, await examine(ports, invariants, { userIds }));
  } else {
    for (const userIds of await usersInBreach(db)) await note(userIds, await examine(ports, invariants, { userIds }));
    const since = new Date(Math.floor(startedAt.getTime() / hourMs - 1) * hourMs);
    for (const userIds of await touchedUsers(db, await lastChangeExamined(ports)))
      await note(userIds, await examineYoung(ports, invariants, { userIds, since }));
  }
  await db
    .insertInto('audit_runs')
    .values({ scope, started_at: startedAt, ...seen })
    .execute();
  log.info({ scope, ...seen, durationMs: Date.now() - startedAt.getTime() }, 'audited');
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
