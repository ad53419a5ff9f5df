import type { Job } from '@switchyard/queue';
import { allUsers } from '../audit/users.ts';
import { isWorkedOff } from '../backlog.ts';
import { applyFigures, readFigures } from '../ledger/figures.ts';
import { lostAfterMs } from '../ledger/hold-ages.ts';
import { lostHolds } from '../ledger/lost-holds.ts';
import type { Ports } from '../ports.ts';

/**
 * Ends holds that ended a day ago and are still not settled, with what the journal has of them: only the relay that took a hold says what it
 * spent, and one that is lost with its disk never does. Should it come back, its charges are journaled and the wallet knows the hold no more.
 */
export function freeLostHoldsJob({ db, kv, bus, log }: Ports): Job {
  return {
    name: 'free-lost-holds',
    schedule: { cron: '15 * * * *' },
    async run() {
      // Before the stream is looked at: what a relay that is gone by then had to say is in it.
      const running = await kv.relays.present();
      if (!(await isWorkedOff(bus))) {
        log.warn('charges are waiting in the stream: holds that no relay settled are not freed in this hour');
        return;
      }
      for await (const userIds of allUsers(db)) {
        const lost = await lostHolds({ db, kv }, userIds, { endedMs: lostAfterMs, dismissedMs: 0, running });
        if (lost.length === 0) continue;
        const owners = [...new Set(lost.map(({ userId }) => userId))];
        const figures = await readFigures(db, { userIds: owners, holdIds: lost.map(({ id }) => id) });
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
