import type { Job } from '@switchyard/queue';
import { readWallets } from '../audit/read-wallets.ts';
import { touchedUsers, usersInBreach } from '../audit/users.ts';
import { applyFigures, readFigures } from '../ledger/figures.ts';
import type { Ports } from '../ports.ts';

const touchedWithinMs = 600_000;

/**
 * Tells wallets once more what the journal has of holds that have ended. A relay that registers a hold again in an
 * emptied store may do so when its last charge was journaled already: nothing else would ever settle that hold.
 */
export function settleHoldsJob({ db, kv }: Ports): Job {
  return {
    name: 'settle-holds',
    schedule: { everyMs: 60_000 },
    async run() {
      const touched = await touchedUsers(db, new Date(Date.now() - touchedWithinMs));
      for (const userIds of [...touched, ...(await usersInBreach(db))]) {
        const unsettled = [...(await readWallets(kv, userIds))].flatMap(([userId, { holds }]) =>
          holds.filter(({ closed, total, journaled }) => closed && total > journaled).map(({ id }) => ({ userId, id })),
        );
        if (unsettled.length === 0) continue;
        const owners = [...new Set(unsettled.map(({ userId }) => userId))];
        await applyFigures(kv, await readFigures(db, { userIds: owners, holdIds: unsettled.map(({ id }) => id) }));
      }
    },
  };
}
