import type { Job } from '@switchyard/queue';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';

/** Codes and links that have expired prove nothing any more. */
export function cleanProofsJob({ db }: Ports): Job {
  return {
    name: 'clean-proofs',
    schedule: { cron: '25 * * * *' },
    async run() {
      await sql`DELETE FROM email_codes WHERE expires_at < now()`.execute(db);
      await sql`DELETE FROM password_resets WHERE expires_at < now()`.execute(db);
    },
  };
}
