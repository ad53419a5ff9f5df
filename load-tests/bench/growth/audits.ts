import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../rounds.ts';
import type { Sized } from './sized.ts';

const patienceMs = 90_000;

/** How long billing took for each of its audits of customers whose account had changed; it makes one every minute. */
export async function measureAudits({ installation: { db } }: Sized): Promise<Record<string, number>> {
  for (const end = Date.now() + patienceMs; ; await sleep(500)) {
    const runs = await db
      .selectFrom('audit_runs')
      .select(['started_at', 'finished_at', 'breaches'])
      .where('users', '>', 0)
      .execute();
    if (runs.some(({ breaches }) => breaches > 0)) throw new Error('An audit found that the books do not add up.');
    if (runs.length > 0) {
      return { 'audit, ms': median(runs.map((run) => run.finished_at.getTime() - run.started_at.getTime())) };
    }
    if (Date.now() > end) throw new Error('Billing has audited nobody.');
  }
}
