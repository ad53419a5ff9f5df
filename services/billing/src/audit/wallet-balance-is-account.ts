import type { WalletState } from '@switchyard/kv';
import { type Figures, readFigures } from '../ledger/figures.ts';
import type { Finding, Invariant } from './invariant.ts';
import { readWallets } from './read-wallets.ts';

/**
 * The wallet is read first, so Postgres can only be ahead of it, and equal versions must say the same. A copy that is
 * behind is on its way and proves nothing.
 */
export const walletBalanceIsAccount: Invariant = {
  name: 'wallet-balance-is-account',
  says: 'Balances in the wallet store are those of Postgres at the same version, and never ahead of it.',
  async check({ db, kv }, { userIds }) {
    const wallets = await readWallets(kv, userIds);
    const tokenIds = [...wallets.values()].flatMap(({ tokens }) => tokens.map(({ id }) => id));
    const truths = await readFigures(db, { userIds: [...wallets.keys()], tokenIds });
    return truths.flatMap((truth) => compare(wallets.get(truth.userId), truth));
  },
};

function compare(wallet: WalletState | undefined, { userId, account, tokens }: Figures): Finding[] {
  const pairs: [string, Versioned | undefined, Versioned | undefined][] = [
    ['account', wallet?.account, account],
    ...(wallet?.tokens ?? []).map(({ id, state }): [string, Versioned | undefined, Versioned | undefined] => [
      `token ${id}`,
      state,
      tokens.find((token) => token.id === id),
    ]),
  ];
  return pairs
    .filter(([, copy, truth]) => copy && truth && contradicts(copy, truth))
    .map(([what, copy, truth]) => ({
      userId,
      detail: `${what}: wallet ${JSON.stringify(copy)}, Postgres ${JSON.stringify(truth)}`,
    }));
}

interface Versioned {
  readonly version: number;
  readonly base?: number;
  readonly frozen?: boolean;
  readonly remain?: number;
}

function contradicts(copy: Versioned, truth: Versioned): boolean {
  if (copy.version !== truth.version) return copy.version > truth.version;
  return copy.base !== truth.base || copy.frozen !== truth.frozen || copy.remain !== truth.remain;
}
