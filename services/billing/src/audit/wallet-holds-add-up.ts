import type { WalletState } from '@switchyard/kv';
import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';
import { readWallets } from './read-wallets.ts';

/** The wallet is read first: by then the journal can only have more of a hold. */
export const walletHoldsAddUp: Invariant = {
  name: 'wallet-holds-add-up',
  says: 'What is held of a balance is the sum of its holds, of which no more is settled than the journal has.',
  async check({ db, kv }, { userIds }) {
    const wallets = await readWallets(kv, userIds);
    const holdIds = [...wallets.values()].flatMap(({ holds }) => holds.map(({ id }) => id));
    const { rows } = await sql<{ id: string; journaled: number }>`
      SELECT id, journaled FROM holds WHERE id = ANY(${holdIds}::text[])
    `.execute(db);
    const journaled = new Map(rows.map((row) => [row.id, row.journaled]));
    return [...wallets].flatMap(([userId, wallet]) =>
      [...sumProblems(wallet), ...journalProblems(wallet, journaled)].map((detail): Finding => ({ userId, detail })),
    );
  },
};

function sumProblems({ held, tokens, holds }: WalletState): string[] {
  const sums = new Map<number, number>();
  for (const { tokenId, total, journaled } of holds) {
    sums.set(tokenId, (sums.get(tokenId) ?? 0) + total - journaled);
  }
  const all = [...sums.values()].reduce((sum, part) => sum + part, 0);
  const problems = held === all ? [] : [`held ${held}, holds ${all}`];
  for (const token of tokens) {
    const sum = sums.get(token.id) ?? 0;
    if (token.held !== sum) problems.push(`token ${token.id}: held ${token.held}, holds ${sum}`);
  }
  return problems;
}

/** Sums of holds that nothing was charged to lately are gone from Postgres. */
function journalProblems({ holds }: WalletState, journaled: ReadonlyMap<string, number>): string[] {
  return holds
    .filter((hold) => hold.journaled > (journaled.get(hold.id) ?? hold.journaled))
    .map((hold) => `hold ${hold.id}: settled ${hold.journaled}, journal ${journaled.get(hold.id)}`);
}
