import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditPorts, Finding, Invariant, Subjects } from './invariant.ts';
import { sumInvariants } from './invariants.ts';
import { forgetSums, keepSums, usersOffTheirSums } from './kept-sums.ts';

const secondLookAfterMs = 1_000;
/**
 * Sums are kept of what is older, and up to five minutes more. A request that takes longer comes late: then all of its user's journal is read. With an
 * hour or two each row of the journal was read some ninety times, which cost several times what its charge does.
 */
const settledAfterMs = 15 * 60_000;
const keptStepMs = 5 * 60_000;

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
 * The same by what is young: where sums must hold the first look is at kept ones and what came behind them, for all at once; of the rest at
 * what is younger than `since`.
 * Sums of users where that does not hold are forgotten.
 */
export async function examineYoung(
  ports: AuditPorts,
  invariants: readonly Invariant[],
  subjects: Required<Subjects>,
): Promise<Examination[]> {
  const { userIds } = subjects;
  await keepSums(ports.db, userIds, new Date(Math.floor((Date.now() - settledAfterMs) / keptStepMs) * keptStepMs));
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
