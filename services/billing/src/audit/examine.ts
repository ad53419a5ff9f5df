import { setTimeout as sleep } from 'node:timers/promises';
import { lateAfterMs } from '../ledger/write.ts';
import type { AuditPorts, Finding, Invariant, Subjects } from './invariant.ts';
import { sumInvariants } from './invariants.ts';
import { forgetSums, keepSums, usersOffTheirSums } from './kept-sums.ts';

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
 * The same, but where sums must hold the first look is at kept ones and what came behind them, for all at once. Sums of users where that does
 * not hold are forgotten.
 */
export async function examineYoung(
  ports: AuditPorts,
  invariants: readonly Invariant[],
  subjects: Subjects,
): Promise<Examination[]> {
  const { userIds } = subjects;
  await keepSums(ports.db, userIds, new Date(Date.now() - settledAfterMs));
  const suspects = await usersOffTheirSums(ports.db, userIds);
  if (suspects.length > 0) {
    await forgetSums(ports.db, suspects);
    await sleep(secondLookAfterMs);
  }
  const examinations: Examination[] = [];
  for (const invariant of invariants.filter((each) => sumInvariants.includes(each))) {
    const findings = suspects.length > 0 ? await invariant.check(ports, { userIds: suspects }) : [];
    examinations.push({ invariant, findings });
  }
  const others = invariants.filter((invariant) => !sumInvariants.includes(invariant));
  return [...examinations, ...(await examine(ports, others, subjects))];
}
