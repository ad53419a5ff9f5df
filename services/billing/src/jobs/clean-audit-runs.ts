import type { Job } from '@switchyard/queue';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';

export function cleanAuditRunsJob({ db }: Ports): Job {
  return {
    name: 'clean-audit-runs',
    schedule: { cron: '40 1 * * *' },
    async run() {
      await sql`DELETE FROM audit_runs WHERE started_at < now() - interval '30 days'`.execute(db);
    },
  };
}
