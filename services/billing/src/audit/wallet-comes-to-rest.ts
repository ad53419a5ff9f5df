import { accusedAfterMs, dismissalGraceMs } from '../ledger/hold-ages.ts';
import { lostHolds } from '../ledger/lost-holds.ts';
import type { Finding, Invariant } from './invariant.ts';

/** The job `free-lost-holds` ends after one day what no relay settled: whatever it left is not as it should be. */
export const walletComesToRest: Invariant = {
  name: 'wallet-comes-to-rest',
  says: 'Two days after a hold has ended nothing is held for it any more.',
  async check(ports, { userIds }) {
    const running = await ports.kv.relays.present();
    const lost = await lostHolds(ports, userIds, {
      endedMs: accusedAfterMs,
      dismissedMs: dismissalGraceMs,
      running,
    });
    return lost.map(
      ({ userId, id, total, journaled }): Finding => ({
        userId,
        detail: `hold ${id}: spent ${total}, journal ${journaled}`,
      }),
    );
  },
};
