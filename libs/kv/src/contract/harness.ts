import { testRedis } from '@switchyard/testing';
import type { Kv } from '../kv.ts';
import { memoryKv } from '../memory/kv.ts';
import { redisKv } from '../redis/kv.ts';
import type { AccountState, HoldRequest, TokenState } from '../wallet.ts';

/** Both adapters, on a clock that only the test moves. */
export interface Bench {
  readonly kv: Kv;
  readonly clock: Clock;
}

export interface Clock {
  now(): number;
  pass(ms: number): void;
}

/** Begins at a full minute, so that limits can be followed by hand. */
export function manualClock(): Clock {
  let time = 30_000_000 * 60_000;
  return {
    now: () => time,
    pass(ms) {
      time += ms;
    },
  };
}

export const adapters = {
  memory: async (now: () => number): Promise<Kv> => memoryKv(now),
  redis: async (now: () => number): Promise<Kv> => {
    const { url, prefix } = await testRedis();
    return redisKv(url, prefix, now);
  },
};

let lastUserId = 0;

/** A user nobody else uses; token ids may repeat, they belong to their user. */
export function newUserId(): number {
  lastUserId += 1;
  return lastUserId;
}

export function account(base: number, version = 1, frozen = false): AccountState {
  return { version, base, frozen };
}

export function token(id: number, remain: number, version = 1): TokenState {
  return { id, version, remain };
}

/** Calls on one user with defaults: token 7, unlimited, an hour to live. */
export function walletOf({ kv, clock }: Bench) {
  const userId = newUserId();
  const inAnHour = () => clock.now() + 3_600_000;
  return {
    userId,
    load: (state: AccountState, tokens: readonly TokenState[] = []) => kv.wallet.load(userId, state, tokens),
    hold: (holdId: string, total: number, more: Partial<HoldRequest> = {}) =>
      kv.wallet.hold({ userId, tokenId: 7, tokenLimited: false, holdId, total, expiresAt: inAnHour(), ...more }),
    renew: (id: string, spent: number, expiresAt = inAnHour()) => kv.wallet.renew(userId, [{ id, spent }], expiresAt),
    close: (holdId: string, spent: number) => kv.wallet.close(userId, holdId, spent),
    apply: (state: AccountState, journaled: Record<string, number> = {}, tokens: readonly TokenState[] = []) =>
      kv.wallet.apply(
        userId,
        state,
        tokens,
        Object.entries(journaled).map(([id, sum]) => ({ id, journaled: sum })),
      ),
    read: () => kv.wallet.read(userId),
    held: async () => (await kv.wallet.read(userId))?.held,
  };
}
