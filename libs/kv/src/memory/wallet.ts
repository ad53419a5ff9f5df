import { amount, quota } from '../figures.ts';
import type { AccountState, HoldRenewal, HoldRequest, HoldResult, TokenState, Wallet, WalletState } from '../wallet.ts';
import { UserWallet } from './user-wallet.ts';

/** The wallets of one process. All figures are checked before the first is changed. */
export class MemoryWallet implements Wallet {
  private readonly users = new Map<number, UserWallet>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  async hold(request: HoldRequest): Promise<HoldResult> {
    amount(request.total);
    if (request.spare !== undefined) amount(request.spare.max);
    return this.current(request.userId).hold(request);
  }

  async renew(userId: number, holds: readonly HoldRenewal[], expiresAt: number): Promise<string[]> {
    for (const { spent } of holds) amount(spent);
    const user = this.current(userId);
    return holds.filter(({ id, spent }) => !user.renew(id, spent, expiresAt)).map(({ id }) => id);
  }

  async close(userId: number, holdId: string, spent: number): Promise<void> {
    amount(spent);
    this.current(userId).close(holdId, spent);
  }

  async load(userId: number, account: AccountState, tokens: readonly TokenState[], ticket?: string): Promise<void> {
    if (ticket !== undefined && !this.current(userId).knows(ticket)) return;
    this.put(userId, account, tokens, true);
  }

  async apply(
    userId: number,
    account: AccountState,
    tokens: readonly TokenState[],
    holds: readonly { readonly id: string; readonly journaled: number }[],
  ): Promise<void> {
    for (const { journaled } of holds) amount(journaled);
    const user = this.put(userId, account, tokens, false);
    for (const { id, journaled } of holds) user.journal(id, journaled);
  }

  async read(userId: number): Promise<WalletState | undefined> {
    return this.current(userId).read();
  }

  private put(userId: number, account: AccountState, tokens: readonly TokenState[], first: boolean): UserWallet {
    quota(account.base);
    amount(account.version);
    for (const { version, remain } of tokens) {
      amount(version);
      quota(remain);
    }
    const user = this.current(userId);
    user.putAccount(account, first);
    for (const token of tokens) user.putToken(token, first);
    return user;
  }

  private current(userId: number): UserWallet {
    let user = this.users.get(userId);
    if (user === undefined) {
      user = new UserWallet();
      this.users.set(userId, user);
    }
    user.expire(this.now());
    return user;
  }
}
