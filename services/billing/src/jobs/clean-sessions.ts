import type { Job } from '@switchyard/queue';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';

/** Sessions end after 7 days without use, and after 30 days in any case. */
export function cleanSessionsJob({ db }: Ports): Job {
  return {
    name: 'clean-sessions',
    schedule: { cron: '20 * * * *' },
    async run() {
      await sql`
        DELETE FROM sessions WHERE last_seen_at < now() - interval '7 days' OR created_at < now() - interval '30 days'
      `.execute(db);
    },
  };
}
