import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HoldResult, Wallet, WalletState } from '../wallet.ts';
import type { Clock } from './harness.ts';

export type WalletStep =
  | {
      call: 'hold';
      id: string;
      tokenId: number;
      limited: boolean;
      total: number;
      forMs: number;
      force: boolean;
      spare: { share: number; max: number } | undefined;
    }
  | { call: 'renew'; holds: { id: string; spent: number }[]; forMs: number }
  | { call: 'close'; id: string; spent: number }
  | { call: 'load'; version: number; base: number; frozen: boolean; tokens: TokenFigures[] }
  | { call: 'apply'; version: number; base: number; frozen: boolean; tokens: TokenFigures[]; holds: Journaled[] }
  | { call: 'wait'; ms: number };

interface TokenFigures {
  id: number;
  version: number;
  remain: number;
}

interface Journaled {
  id: string;
  journaled: number;
}

const holdId = fc.constantFrom('a', 'b', 'c');
const tokenId = fc.constantFrom(1, 2);
const version = fc.integer({ min: 0, max: 8 });
const forMs = fc.integer({ min: -5, max: 3000 });
const figure = fc.oneof(
  { weight: 8, arbitrary: fc.nat(300) },
  { weight: 1, arbitrary: fc.integer({ min: 1e15 - 300, max: 1e15 }) },
);
const balance = fc.oneof({ weight: 5, arbitrary: figure }, { weight: 1, arbitrary: fc.integer({ min: -300, max: 0 }) });
const seldom = fc.constantFrom(...Array<boolean>(15).fill(false), true);
const tokens = fc.array(fc.record({ id: tokenId, version, remain: balance }), { maxLength: 2 });
const spare = fc.record({ share: fc.double({ min: 0, max: 1.5, noNaN: true }), max: figure });

export const walletSteps: fc.Arbitrary<WalletStep[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        call: fc.constant('hold' as const),
        id: holdId,
        tokenId,
        limited: fc.boolean(),
        total: figure,
        forMs,
        force: seldom,
        spare: fc.option(spare, { nil: undefined }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        call: fc.constant('renew' as const),
        holds: fc.array(fc.record({ id: holdId, spent: figure }), { maxLength: 3 }),
        forMs,
      }),
    },
    { weight: 1, arbitrary: fc.record({ call: fc.constant('close' as const), id: holdId, spent: figure }) },
    {
      weight: 3,
      arbitrary: fc.record({ call: fc.constant('load' as const), version, base: balance, frozen: seldom, tokens }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        call: fc.constant('apply' as const),
        version,
        base: balance,
        frozen: seldom,
        tokens,
        holds: fc.array(fc.record({ id: holdId, journaled: figure }), { maxLength: 3 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ call: fc.constant('wait' as const), ms: fc.nat(2000) }) },
  ),
  { minLength: 10, maxLength: 30, size: 'max' },
);

/** Performs a step and answers what the wallet answered; waiting is left to the caller, who owns the clock. */
export function runWalletStep(wallet: Wallet, userId: number, clock: Clock, step: WalletStep): Promise<unknown> {
  switch (step.call) {
    case 'hold':
      return wallet.hold({
        userId,
        holdId: step.id,
        tokenId: step.tokenId,
        tokenLimited: step.limited,
        total: step.total,
        expiresAt: clock.now() + step.forMs,
        force: step.force,
        ...(step.spare && { spare: step.spare }),
      });
    case 'renew':
      return wallet.renew(userId, step.holds, clock.now() + step.forMs);
    case 'close':
      return wallet.close(userId, step.id, step.spent);
    case 'load':
      return wallet.load(userId, step, step.tokens);
    case 'apply':
      return wallet.apply(userId, step, step.tokens, step.holds);
    case 'wait':
      return Promise.resolve();
  }
}

/** Held is the sum of its items, for the user and each token, and no item is negative. */
export function assertSound(state: WalletState | undefined): void {
  let held = 0;
  const heldByToken = new Map<number, number>();
  for (const { tokenId, total, journaled, spent, closed } of state?.holds ?? []) {
    assert.ok(journaled >= 0 && total >= journaled && total >= spent);
    assert.ok(!closed || journaled < total, 'a settled hold is forgotten');
    held += total - journaled;
    heldByToken.set(tokenId, (heldByToken.get(tokenId) ?? 0) + total - journaled);
  }
  assert.equal(state?.held ?? 0, held);
  for (const token of state?.tokens ?? []) assert.equal(token.held, heldByToken.get(token.id) ?? 0);
}

/** What an unforced hold grew by was available to the user, and to the token when that is limited. */
export function assertWithinBalance(
  step: WalletStep,
  answer: unknown,
  earlier: WalletState | undefined,
  state: WalletState | undefined,
): void {
  if (step.call !== 'hold' || step.force || (answer as HoldResult).status !== 'granted') return;
  const growth = (state?.held ?? 0) - (earlier?.held ?? 0);
  if (growth === 0) return;
  assert.ok(earlier?.account !== undefined && !earlier.account.frozen);
  assert.ok(growth <= earlier.account.base - earlier.held);
  if (!step.limited) return;
  const tokenId = state?.holds.find(({ id }) => id === step.id)?.tokenId;
  const token = earlier.tokens.find(({ id }) => id === tokenId);
  assert.ok(token?.state !== undefined && growth <= token.state.remain - token.held);
}
