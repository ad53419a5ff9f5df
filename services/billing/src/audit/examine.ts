import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditPorts, Finding, Invariant, Subjects } from './invariant.ts';

const secondLookAfterMs = 1_000;

export interface Examination {
  readonly invariant: Invariant;
  readonly findings: Finding[];
}

/** Checks each invariant for the users. What does not hold is looked at twice: only what stays wrong is found. */
export async function examine(
  ports: AuditPorts,
  invariants: readonly Invariant[],
  subjects: Subjects,
): Promise<Examination[]> {
  const examinations: Examination[] = [];
  for (const invariant of invariants) {
    let findings = await invariant.check(ports, subjects);
    if (findings.length > 0) {
      await sleep(secondLookAfterMs);
      const userIds = [...new Set(findings.map(({ userId }) => userId))];
      findings = await invariant.check(ports, { ...subjects, userIds });
    }
    examinations.push({ invariant, findings });
  }
  return examinations;
}
