import { setTimeout as sleep } from 'node:timers/promises';
import { lateAfterMs } from '../ledger/write.ts';
import type { AuditPorts, Finding, Invariant, Subjects } from './invariant.ts';
import { sumInvariants } from './invariants.ts';
import { forgetSums, keepSums, markedUsers, usersOffTheirSums } from './kept-sums.ts';

const secondLookAfterMs = 1_000;
/** Sums are kept of what was written before: a charge that does not say when it was written has been committed by then. */
const settledAfterMs = 2 * lateAfterMs;

export interface Examination {
  readonly invariant: Invariant;
  readonly findings: readonly Finding[];
}

/** Checks each invariant for the users. Where it does not hold everything is read a second later: only what stays wrong is found. */
export async function examine(
  ports: AuditPorts,
  invariants: readonly Invariant[],
  subjects: Subjects,
): Promise<Examination[]> {
  const examinations: Examination[] = [];
  for (const invariant of invariants) {
    let findings = await invariant.check(ports, subjects);
    const suspects = [...new Set(findings.map(({ userId }) => userId))];
    if (suspects.length > 0) {
      await sleep(secondLookAfterMs);
      findings = await invariant.check(ports, { userIds: suspects });
    }
    examinations.push({ invariant, findings });
  }
  return examinations;
}

/**
 * Users one of whose sums does not hold, by what was kept of them and what came behind it, for all at once. What was kept of these is forgotten:
 * it may be that which is wrong.
 */
export async function suspectsOf({ db }: AuditPorts, userIds: readonly number[]): Promise<number[]> {
  await keepSums(db, userIds, new Date(Date.now() - settledAfterMs));
  const suspects: number[] = [];
  for (const marked of await markedUsers(db, userIds)) suspects.push(...(await usersOffTheirSums(db, marked)));
  await forgetSums(db, suspects);
  return suspects;
}

/** The same as `examine`, but sums are looked at of suspects only, and then in whole. */
export async function examineYoung(
  ports: AuditPorts,
  invariants: readonly Invariant[],
  { userIds, since, suspects }: Subjects & { readonly suspects: ReadonlySet<number> },
): Promise<Examination[]> {
  const doubtful = userIds.filter((userId) => suspects.has(userId));
  if (doubtful.length > 0) await sleep(secondLookAfterMs);
  const examinations: Examination[] = [];
  for (const invariant of invariants.filter((each) => sumInvariants.includes(each))) {
    const findings = doubtful.length > 0 ? await invariant.check(ports, { userIds: doubtful }) : [];
    examinations.push({ invariant, findings });
  }
  const others = invariants.filter((invariant) => !sumInvariants.includes(invariant));
  return [...examinations, ...(await examine(ports, others, { userIds, ...(since && { since }) }))];
}
