import type { Job } from '@switchyard/queue';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';

/** A relay gives back what it holds once a key is idle, so no wallet knows a hold this old. */
export function cleanHoldsJob({ db }: Ports): Job {
  return {
    name: 'clean-holds',
    schedule: { cron: '30 * * * *' },
    async run() {
      await sql`DELETE FROM holds WHERE changed_at < now() - interval '2 days'`.execute(db);
    },
  };
}
