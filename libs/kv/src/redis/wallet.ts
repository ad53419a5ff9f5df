import { amount, quota } from '../figures.ts';
import type { AccountState, HoldRenewal, HoldRequest, HoldResult, TokenState, Wallet, WalletState } from '../wallet.ts';
import type { RedisClock } from './clock.ts';
import type { RedisClient } from './connection.ts';
import { loadScript, type Script } from './script.ts';
import { readWalletState } from './wallet-state.ts';

/** Wallets in Redis; every call is one script and one round trip. */
export class RedisWallet implements Wallet {
  private readonly clock: RedisClock;
  private readonly scripts: Record<'hold' | 'renew' | 'close' | 'load' | 'apply' | 'read', Script>;

  constructor(redis: RedisClient, clock: RedisClock) {
    this.clock = clock;
    const script = (name: string) => loadScript(redis, `wallet/${name}.3.lua`, ['now.lua', 'wallet/shared.lua']);
    this.scripts = {
      hold: script('hold'),
      renew: script('renew'),
      close: script('close'),
      load: script('load'),
      apply: script('apply'),
      read: script('read'),
    };
  }

  async hold(request: HoldRequest): Promise<HoldResult> {
    const reply = await this.scripts.hold(
      walletKeys(request.userId),
      this.clock.argument(),
      request.holdId,
      request.tokenId,
      flag(request.tokenLimited),
      amount(request.total),
      this.clock.timeLeftMs(request.expiresAt),
      flag(request.force === true),
      request.spare?.share ?? '',
      request.spare === undefined ? '' : amount(request.spare.max),
    );
    return readHoldResult(reply as readonly [HoldResult['status'], unknown, string?]);
  }

  async renew(userId: number, holds: readonly HoldRenewal[], expiresAt: number): Promise<string[]> {
    const figures = holds.flatMap(({ id, spent }) => [id, amount(spent)]);
    const timeLeftMs = this.clock.timeLeftMs(expiresAt);
    return (await this.scripts.renew(walletKeys(userId), this.clock.argument(), timeLeftMs, ...figures)) as string[];
  }

  async close(userId: number, holdId: string, spent: number): Promise<void> {
    await this.scripts.close(walletKeys(userId), this.clock.argument(), holdId, amount(spent));
  }

  async load(userId: number, account: AccountState, tokens: readonly TokenState[], ticket = ''): Promise<void> {
    const figures = [...accountFigures(account), ...tokens.flatMap(tokenFigures)];
    await this.scripts.load(walletKeys(userId), this.clock.argument(), ticket, ...figures);
  }

  async apply(
    userId: number,
    account: AccountState,
    tokens: readonly TokenState[],
    holds: readonly { readonly id: string; readonly journaled: number }[],
  ): Promise<void> {
    await this.scripts.apply(
      walletKeys(userId),
      this.clock.argument(),
      ...accountFigures(account),
      tokens.length,
      ...tokens.flatMap(tokenFigures),
      ...holds.flatMap(({ id, journaled }) => [id, amount(journaled)]),
    );
  }

  async read(userId: number): Promise<WalletState | undefined> {
    return readWalletState(
      (await this.scripts.read(walletKeys(userId), this.clock.argument())) as [string[], string[]],
    );
  }
}

/** The hash tag keeps all that concerns a user on one node of a cluster, where one script can change it. */
function walletKeys(userId: number): string[] {
  return [`{u${userId}}:wallet`, `{u${userId}}:holds`, `{u${userId}}:hold-expiry`];
}

function flag(value: boolean): number {
  return value ? 1 : 0;
}

function accountFigures({ version, base, frozen }: AccountState): number[] {
  return [amount(version), quota(base), flag(frozen)];
}

function tokenFigures({ id, version, remain }: TokenState): number[] {
  return [id, amount(version), quota(remain)];
}

function readHoldResult([status, detail, ticket = '']: readonly [HoldResult['status'], unknown, string?]): HoldResult {
  switch (status) {
    case 'granted':
      return { status, total: detail as number };
    case 'user_exhausted':
    case 'token_exhausted':
      return { status, available: detail as number };
    case 'frozen':
      return { status };
    case 'cold':
      return { status, missing: detail as 'account' | 'token', ticket };
  }
}
