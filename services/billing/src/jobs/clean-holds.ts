import type { Job } from '@switchyard/queue';
import { sql } from 'kysely';
import { readWallets } from '../audit/read-wallets.ts';
import { pagesOf } from '../audit/users.ts';
import type { Ports } from '../ports.ts';

const keptForMs = 2 * 86_400_000;

/**
 * Deletes old sums of holds that no wallet knows. A hold that one knows may belong to a relay that is away with its spool: were its sum begun
 * anew with the charges that are still to come, it would be less than what the wallet counts as settled, and they would stay held.
 */
export function cleanHoldsJob({ db, kv }: Ports): Job {
  return {
    name: 'clean-holds',
    schedule: { cron: '30 * * * *' },
    async run() {
      const before = new Date(Date.now() - keptForMs);
      const owners = await db
        .selectFrom('holds')
        .select('user_id')
        .distinct()
        .where('changed_at', '<', before)
        .execute();
      for (const userIds of pagesOf(owners)) {
        const wallets = await readWallets(kv, userIds);
        const known = [...wallets.values()].flatMap(({ holds }) => holds.map(({ id }) => id));
        await sql`
          DELETE FROM holds
          WHERE changed_at < ${before} AND user_id = ANY(${userIds}::bigint[]) AND id <> ALL(${known}::text[])
        `.execute(db);
      }
    },
  };
}
