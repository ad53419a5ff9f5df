import type { Job } from '@switchyard/queue';
import { readWallets } from '../audit/read-wallets.ts';
import { allUsers } from '../audit/users.ts';
import { applyFigures, readFigures } from '../ledger/figures.ts';
import { holdsOfLetters } from '../ledger/holds-of-letters.ts';
import type { Ports } from '../ports.ts';

/** Longer than a charge may wait in the spool of a relay that cannot reach the bus. */
const lostAfterMs = 24 * 3_600_000;

/**
 * Ends holds that ended a day ago and are still not settled, with what the journal has of them: only the relay that took a hold says what it
 * spent, and one that is lost with its disk never does. Should it come back, its charges are journaled and the wallet knows the hold no more.
 */
export function freeLostHoldsJob({ db, kv, log }: Ports): Job {
  return {
    name: 'free-lost-holds',
    schedule: { cron: '15 * * * *' },
    async run() {
      for await (const userIds of allUsers(db)) {
        const endedBefore = Date.now() - lostAfterMs;
        const unsettled = [...(await readWallets(kv, userIds))].flatMap(([userId, { holds }]) =>
          holds
            .filter(({ closed, total, journaled, expiresAt }) => closed && total > journaled && expiresAt < endedBefore)
            .map(({ id, total }) => ({ userId, id, total })),
        );
        const holdIds = unsettled.map(({ id }) => id);
        const awaited = await holdsOfLetters(db, holdIds);
        const lost = unsettled.filter(({ id }) => !awaited.has(id));
        if (lost.length === 0) continue;
        const owners = [...new Set(lost.map(({ userId }) => userId))];
        const figures = await readFigures(db, { userIds: owners, holdIds });
        await applyFigures(kv, figures);
        const sums = new Map(
          figures.flatMap(({ holds }) => holds.map(({ id, journaled }) => [id, journaled] as const)),
        );
        for (const { userId, id, total } of lost) {
          const journaled = sums.get(id) ?? 0;
          if (total <= journaled) continue;
          await kv.wallet.close(userId, id, journaled);
          log.warn({ userId, holdId: id, held: total - journaled }, 'a hold that no relay settled in a day is freed');
        }
      }
    },
  };
}
