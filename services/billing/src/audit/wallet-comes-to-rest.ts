import { holdsOfLetters } from '../ledger/holds-of-letters.ts';
import type { Finding, Invariant } from './invariant.ts';
import { readWallets } from './read-wallets.ts';

/** The job `free-lost-holds` ends after one day what no relay settled: whatever it left is not as it should be. */
const restedMs = 48 * 3_600_000;

/** What a dead letter would have settled stays held until administrators decide about it. */
export const walletComesToRest: Invariant = {
  name: 'wallet-comes-to-rest',
  says: 'Two days after a hold has ended nothing is held for it any more.',
  async check({ db, kv }, { userIds }) {
    const unsettled = [...(await readWallets(kv, userIds))].flatMap(([userId, { holds }]) =>
      holds
        .filter(({ closed, total, journaled }) => closed && total > journaled)
        .filter(({ expiresAt }) => expiresAt <= Date.now() - restedMs)
        .map((hold) => ({ userId, ...hold })),
    );
    const awaited = await holdsOfLetters(
      db,
      unsettled.map(({ id }) => id),
    );
    return unsettled
      .filter(({ id }) => !awaited.has(id))
      .map(
        ({ userId, id, total, journaled }): Finding => ({
          userId,
          detail: `hold ${id}: spent ${total}, journal ${journaled}`,
        }),
      );
  },
};
