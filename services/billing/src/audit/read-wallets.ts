import type { Kv, WalletState } from '@switchyard/kv';

/** The wallets that the store knows; each one is read in one step. */
export async function readWallets(kv: Kv, userIds: readonly number[]): Promise<Map<number, WalletState>> {
  const wallets = new Map<number, WalletState>();
  await Promise.all(
    userIds.map(async (userId) => {
      const wallet = await kv.wallet.read(userId);
      if (wallet) wallets.set(userId, wallet);
    }),
  );
  return wallets;
}
