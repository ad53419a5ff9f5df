import { isWorkedOff } from '../backlog.ts';
import type { Ports } from '../ports.ts';
import { consumptionIsLogged } from './consumption-is-logged.ts';
import { type Examination, examine, examineYoung, suspectsOf } from './examine.ts';
import { bookInvariants, walletInvariants } from './invariants.ts';
import { record } from './record.ts';
import { allUsers, touchedUsers, usersInBreach } from './users.ts';
import { walletComesToRest } from './wallet-comes-to-rest.ts';

const hourMs = 3_600_000;
const everyInvariant = [...bookInvariants, ...walletInvariants];
/** A transaction may have begun this long before its change can be seen. */
const overlapMs = 60_000;
/** A request is compared with the log once, so long after it began; what is charged later is left to the look at everything. */
const comparedAfterMs = 4 * 60_000;

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
    const before = await lastRunAt(ports);
    for (const userIds of await usersInBreach(db)) await note(userIds, await examine(ports, invariants, { userIds }));
    const since = new Date(startedAt.getTime() - hourMs);
    const young = invariants.filter((invariant) => invariant !== consumptionIsLogged);
    const touched = await touchedUsers(db, new Date(before.getTime() - overlapMs));
    const suspects = new Set(await suspectsOf(ports, touched.flat()));
    for (const userIds of touched) await note(userIds, await examineYoung(ports, young, { userIds, since, suspects }));
    // Users who were touched some minutes ago: most of them are counted above.
    const began = {
      since: new Date(Math.max(before.getTime() - comparedAfterMs, since.getTime())),
      until: new Date(startedAt.getTime() - comparedAfterMs),
    };
    for (const userIds of await touchedUsers(db, began.since)) {
      const examinations = await examine(ports, [consumptionIsLogged], { userIds, ...began });
      seen.breaches += await record(db, log, { userIds, startedAt, examinations });
    }
  }
  await db
    .insertInto('audit_runs')
    .values({ scope, started_at: startedAt, ...seen })
    .execute();
  log.info({ scope, ...seen, durationMs: Date.now() - startedAt.getTime() }, 'audited');
}

/** When the last run began that ended; without any, an hour ago. */
async function lastRunAt({ db }: Ports): Promise<Date> {
  const last = await db
    .selectFrom('audit_runs')
    .select('started_at')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.started_at ?? new Date(Date.now() - hourMs);
}
