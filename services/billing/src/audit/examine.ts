import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditPorts, Finding, Invariant, Subjects } from './invariant.ts';

const secondLookAfterMs = 1_000;

export interface Examination {
  readonly invariant: Invariant;
  /** Where it did not hold at the first look. */
  readonly suspects: readonly number[];
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
    examinations.push({ invariant, suspects, findings });
  }
  return examinations;
}
