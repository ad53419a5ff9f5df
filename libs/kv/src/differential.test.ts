import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { adapters, manualClock, newUserId } from './contract/harness.ts';
import { type LimiterStep, limiterSteps, runLimiterStep } from './contract/limiter-steps.ts';
import {
  assertSound,
  assertWithinBalance,
  runWalletStep,
  type WalletStep,
  walletSteps,
} from './contract/wallet-steps.ts';
import type { Kv } from './kv.ts';

const RUNS = 200;

describe('memory and Redis', () => {
  const clock = manualClock();
  let memory: Kv;
  let redis: Kv;
  before(async () => {
    memory = await adapters.memory(clock.now);
    redis = await adapters.redis(clock.now);
  });
  after(() => Promise.all([memory.close(), redis.close()]));

  it('answer the same and keep the same wallet through any calls, sums and bounds intact', async () => {
    const property = async (steps: readonly WalletStep[]) => {
      const userId = newUserId();
      for (const step of steps) {
        const earlier = await memory.wallet.read(userId);
        const answer = await runWalletStep(memory.wallet, userId, clock, step);
        const other = await runWalletStep(redis.wallet, userId, clock, step);
        assert.deepEqual(withoutTicket(other), withoutTicket(answer));
        if (step.call === 'wait') clock.pass(step.ms);
        const state = await memory.wallet.read(userId);
        assert.deepEqual(await redis.wallet.read(userId), state);
        assertSound(state);
        assertWithinBalance(step, answer, earlier, state);
      }
    };
    await fc.assert(fc.asyncProperty(walletSteps, property), { numRuns: RUNS });
  });

  it('admit and refuse the same requests through any calls', async () => {
    const property = async (steps: readonly LimiterStep[]) => {
      const userId = newUserId();
      for (const step of steps) {
        const answer = await runLimiterStep(memory.limiter, userId, clock, step);
        assert.deepEqual(await runLimiterStep(redis.limiter, userId, clock, step), answer);
        if (step.call === 'wait') clock.pass(step.ms);
      }
    };
    await fc.assert(fc.asyncProperty(limiterSteps, property), { numRuns: RUNS });
  });

  it('reach the same settlement whatever the order and number of the calls', async () => {
    const settlement = fc.record({
      order: fc.array(fc.nat(5), { minLength: 6, maxLength: 18 }),
      spent: fc.integer({ min: 2, max: 200 }),
      total: fc.integer({ min: 1, max: 100 }),
    });
    const property = async ({ order, spent, total }: { order: number[]; spent: number; total: number }) => {
      const half = Math.floor(spent / 2);
      for (const { wallet } of [memory, redis]) {
        const userId = newUserId();
        const expiresAt = clock.now() + 1000;
        await wallet.load(userId, { version: 1, base: 1000, frozen: false }, []);
        await wallet.hold({ userId, tokenId: 1, tokenLimited: false, holdId: 'a', total, expiresAt });
        const calls = [
          () => wallet.renew(userId, [{ id: 'a', spent: half }], expiresAt),
          () => wallet.close(userId, 'a', spent),
          () =>
            wallet.apply(userId, { version: 2, base: 1000 - half, frozen: false }, [], [{ id: 'a', journaled: half }]),
          () =>
            wallet.apply(
              userId,
              { version: 3, base: 1000 - spent, frozen: false },
              [],
              [{ id: 'a', journaled: spent }],
            ),
          () => wallet.load(userId, { version: 2, base: 1000 - half, frozen: false }, []),
          () => wallet.renew(userId, [{ id: 'a', spent: spent + 50 }], expiresAt),
        ];
        for (const index of [...order, ...calls.keys()]) await calls[index]?.();
        const account = { version: 3, base: 1000 - spent, frozen: false };
        assert.deepEqual(await wallet.read(userId), { account, held: 0, tokens: [], holds: [] });
      }
    };
    await fc.assert(fc.asyncProperty(settlement, property), { numRuns: RUNS });
  });
});

/** Each store makes its own. */
function withoutTicket(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'ticket' in answer ? { ...answer, ticket: '' } : answer;
}
