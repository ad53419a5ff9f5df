import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';
import { readWallets } from './read-wallets.ts';

/** Longer than a charge may wait in the spool of a relay that cannot reach the bus. */
const restedMs = 24 * 3_600_000;

/** What a dead letter would have settled stays held until administrators decide about it. */
export const walletComesToRest: Invariant = {
  name: 'wallet-comes-to-rest',
  says: 'A day after a hold has ended nothing is held for it any more.',
  async check({ db, kv }, { userIds }) {
    const findings: Finding[] = [];
    for (const [userId, { holds }] of await readWallets(kv, userIds)) {
      for (const { id, total, journaled, closed, expiresAt } of holds) {
        if (!closed || total <= journaled || expiresAt > Date.now() - restedMs) continue;
        findings.push({ userId, detail: `hold ${id}: spent ${total}, journal ${journaled}` });
      }
    }
    const { rows } = await sql<{ user_id: number }>`
      SELECT DISTINCT user_id FROM dead_letters WHERE user_id = ANY(${findings.map(({ userId }) => userId)}::bigint[])
    `.execute(db);
    const excused = new Set(rows.map((row) => row.user_id));
    return findings.filter(({ userId }) => !excused.has(userId));
  },
};
