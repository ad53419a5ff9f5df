import fc from 'fast-check';
import type { Limiter, LimitScope } from '../limiter.ts';
import type { Clock } from './harness.ts';

export type LimiterStep =
  | { call: 'admit'; id: string; tokens: number; forMs: number; scopes: LimitScope[] }
  | { call: 'release'; id: string; tokens: number }
  | { call: 'hit'; limit: number; windowMs: number }
  | { call: 'takeBack' }
  | { call: 'reset' }
  | { call: 'wait'; ms: number };

const requestId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const tokens = fc.nat(60);
const scope = (name: string): fc.Arbitrary<LimitScope> =>
  fc.record(
    {
      name: fc.constant(name),
      requestsPerMinute: fc.integer({ min: 0, max: 5 }),
      tokensPerMinute: fc.nat(150),
      concurrency: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: ['name'] },
  );
const scopes: fc.Arbitrary<LimitScope[]> = fc.oneof(
  fc.tuple(scope('user'), scope('token:1')),
  fc.tuple(scope('user'), scope('token:2')),
  fc.tuple(scope('user')),
  fc.constant<LimitScope[]>([]),
);

export const limiterSteps: fc.Arbitrary<LimiterStep[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        call: fc.constant('admit' as const),
        id: requestId,
        tokens,
        forMs: fc.integer({ min: -5, max: 200_000 }),
        scopes,
      }),
    },
    { weight: 3, arbitrary: fc.record({ call: fc.constant('release' as const), id: requestId, tokens }) },
    {
      weight: 1,
      arbitrary: fc.record({
        call: fc.constant('hit' as const),
        limit: fc.nat(3),
        windowMs: fc.integer({ min: 1, max: 100_000 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ call: fc.constant('takeBack' as const) }) },
    { weight: 1, arbitrary: fc.record({ call: fc.constant('reset' as const) }) },
    { weight: 3, arbitrary: fc.record({ call: fc.constant('wait' as const), ms: fc.nat(80_000) }) },
  ),
  { minLength: 10, maxLength: 40, size: 'max' },
);

/** Performs a step and answers what the limiter answered; waiting is left to the caller, who owns the clock. */
export function runLimiterStep(limiter: Limiter, userId: number, clock: Clock, step: LimiterStep): Promise<unknown> {
  switch (step.call) {
    case 'admit': {
      const { id: requestId, tokens, scopes } = step;
      return limiter.admit({ userId, requestId, tokens, scopes, expiresAt: clock.now() + step.forMs });
    }
    case 'release':
      return limiter.release(userId, step.id, step.tokens);
    case 'hit':
      return limiter.hit(`window:${userId}`, step.limit, step.windowMs);
    case 'takeBack':
      return limiter.takeBack(`window:${userId}`);
    case 'reset':
      return limiter.reset(`window:${userId}`);
    case 'wait':
      return Promise.resolve();
  }
}
