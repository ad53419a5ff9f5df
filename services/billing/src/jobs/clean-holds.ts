import type { Job } from '@switchyard/queue';
import { sql } from 'kysely';
import { readWallets } from '../audit/read-wallets.ts';
import { pagesOf } from '../audit/users.ts';
import { sumsKeptMs } from '../ledger/hold-ages.ts';
import type { Ports } from '../ports.ts';

/**
 * Deletes old sums of holds that no wallet knows. A hold that one knows may belong to a relay that is away with its spool: were its sum begun
 * anew with the charges that are still to come, it would be less than what the wallet counts as settled, and they would stay held.
 * A store that is emptied, now or meanwhile, knows no hold until relays have registered theirs again.
 */
export function cleanHoldsJob({ db, kv }: Ports): Job {
  return {
    name: 'clean-holds',
    schedule: { cron: '30 * * * *' },
    async run() {
      const epoch = await kv.epoch.read();
      if (epoch === undefined) return;
      const before = new Date(Date.now() - sumsKeptMs);
      const owners = await db
        .selectFrom('holds')
        .select('user_id')
        .distinct()
        .where('changed_at', '<', before)
        .execute();
      for (const userIds of pagesOf(owners.map((owner) => owner.user_id))) {
        const wallets = await readWallets(kv, userIds);
        if ((await kv.epoch.read()) !== epoch) return;
        const known = [...wallets.values()].flatMap(({ holds }) => holds.map(({ id }) => id));
        await sql`
          DELETE FROM holds
          WHERE changed_at < ${before} AND user_id = ANY(${userIds}::bigint[]) AND id <> ALL(${known}::text[])
        `.execute(db);
      }
    },
  };
}
