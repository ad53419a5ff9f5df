import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LimitScope } from '../limiter.ts';
import { type Bench, newUserId } from './harness.ts';

const MINUTE_MS = 60_000;

export function limitsContract(bench: () => Bench): void {
  const user = () => {
    const { kv, clock } = bench();
    clock.pass(2 * MINUTE_MS - (clock.now() % MINUTE_MS));
    const userId = newUserId();
    const inAnHour = () => clock.now() + 3_600_000;
    return {
      clock,
      admit: (requestId: string, tokens: number, scopes: readonly LimitScope[], expiresAt = inAnHour()) =>
        kv.limiter.admit({ userId, requestId, tokens, scopes, expiresAt }),
      release: (requestId: string, tokens: number) => kv.limiter.release(userId, requestId, tokens),
    };
  };
  const allowed = { allowed: true };

  it('admits as many requests a minute as allowed, and says when the next fits', async () => {
    const { clock, admit } = user();
    const scopes = [{ name: 'user', requestsPerMinute: 2 }];
    assert.deepEqual(await admit('a', 0, scopes), allowed);
    assert.deepEqual(await admit('b', 0, scopes), allowed);
    const refusal = { allowed: false, scope: 'user', limit: 'requests_per_minute', retryAfterMs: 90_000 };
    assert.deepEqual(await admit('c', 0, scopes), refusal);
    clock.pass(89_999);
    assert.deepEqual(await admit('c', 0, scopes), { ...refusal, retryAfterMs: 1 });
    clock.pass(1);
    assert.deepEqual(await admit('c', 0, scopes), allowed);
  });

  it('weighs the minute before by what of it lies within the last 60 s', async () => {
    const { clock, admit } = user();
    const scopes = [{ name: 'user', tokensPerMinute: 100 }];
    assert.deepEqual(await admit('a', 100, scopes), allowed);
    clock.pass(MINUTE_MS + 15_000);
    assert.equal((await admit('b', 26, scopes)).allowed, false);
    assert.deepEqual(await admit('b', 25, scopes), allowed);
    clock.pass(2 * MINUTE_MS);
    assert.deepEqual(await admit('c', 100, scopes), allowed);
  });

  it('never admits a request that is larger than the limit', async () => {
    const { clock, admit } = user();
    for (const wait of [0, MINUTE_MS, 5 * MINUTE_MS]) {
      clock.pass(wait);
      const result = await admit('a', 101, [{ name: 'user', tokensPerMinute: 100 }]);
      assert.ok(!result.allowed && result.retryAfterMs > 0);
    }
  });

  it('limits how many run at once and frees the slot at release', async () => {
    const { admit, release } = user();
    const scopes = [{ name: 'token:1', concurrency: 1 }];
    assert.deepEqual(await admit('a', 0, scopes), allowed);
    const refusal = await admit('b', 0, scopes);
    assert.deepEqual(refusal, { allowed: false, scope: 'token:1', limit: 'concurrency', retryAfterMs: 1000 });
    await release('a', 0);
    await release('a', 0);
    assert.deepEqual(await admit('b', 0, scopes), allowed);
    assert.equal((await admit('c', 0, scopes)).allowed, false);
  });

  it('frees the slot of a relay that died, once', async () => {
    const { clock, admit, release } = user();
    const scopes = [{ name: 'user', concurrency: 1 }];
    await admit('a', 0, scopes, clock.now() + 1000);
    clock.pass(999);
    assert.equal((await admit('b', 0, scopes)).allowed, false);
    clock.pass(1);
    assert.deepEqual(await admit('b', 0, scopes), allowed);
    await release('a', 500);
    assert.equal((await admit('c', 0, scopes)).allowed, false);
  });

  it('counts under all scopes or under none', async () => {
    const { admit } = user();
    const narrow = { name: 'token:1', requestsPerMinute: 1 };
    assert.deepEqual(await admit('a', 10, [{ name: 'user' }, narrow]), allowed);
    for (const id of ['b', 'c', 'd']) {
      const result = await admit(id, 10, [{ name: 'user', requestsPerMinute: 2 }, narrow]);
      assert.ok(!result.allowed && result.scope === 'token:1');
    }
    assert.deepEqual(await admit('e', 10, [{ name: 'user', requestsPerMinute: 2, tokensPerMinute: 20 }]), allowed);
  });

  it('counts a request once that asks twice', async () => {
    const { admit } = user();
    const scopes = [{ name: 'user', requestsPerMinute: 2, concurrency: 2 }];
    for (let again = 0; again < 5; again += 1) assert.deepEqual(await admit('a', 10, scopes), allowed);
    assert.deepEqual(await admit('b', 10, scopes), allowed);
  });

  it('corrects the tokens of a request at release, up and down, also in the minute after', async () => {
    const { clock, admit, release } = user();
    const room = async (tokens: number) =>
      (await admit(`probe-${tokens}`, tokens, [{ name: 'user', tokensPerMinute: 100 }])).allowed;
    await admit('a', 50, [{ name: 'user' }]);
    await admit('b', 50, [{ name: 'user' }]);
    await release('a', 20);
    assert.deepEqual([await room(31), await room(30)], [false, true]);
    await release('probe-30', 0);
    clock.pass(MINUTE_MS);
    await release('b', 75);
    assert.deepEqual([await room(6), await room(5)], [false, true]);
  });

  it('does not correct a minute that is over for good', async () => {
    const { clock, admit, release } = user();
    await admit('a', 50, [{ name: 'user' }]);
    clock.pass(2 * MINUTE_MS);
    await release('a', 1000);
    assert.deepEqual(await admit('b', 100, [{ name: 'user', tokensPerMinute: 100 }]), allowed);
  });

  it('admits exactly the limit of 200 parallel requests', async () => {
    const { admit } = user();
    const scopes = [{ name: 'user', requestsPerMinute: 10 }];
    const results = await Promise.all(Array.from({ length: 200 }, (_, index) => admit(`r${index}`, 1, scopes)));
    assert.equal(results.filter((result) => result.allowed).length, 10);
  });

  it('hits a fixed window up to its limit, until it ends or is reset', async () => {
    const { kv, clock } = bench();
    const hit = () => kv.limiter.hit('sign-in:a', 2, 1000);
    assert.deepEqual([await hit(), await hit()], Array(2).fill({ allowed: true, retryAfterMs: 0 }));
    clock.pass(400);
    assert.deepEqual(await hit(), { allowed: false, retryAfterMs: 600 });
    assert.equal((await kv.limiter.hit('sign-in:b', 2, 1000)).allowed, true);
    clock.pass(600);
    assert.deepEqual([(await hit()).allowed, (await hit()).allowed, (await hit()).allowed], [true, true, false]);
    await kv.limiter.reset('sign-in:a');
    assert.equal((await hit()).allowed, true);
    assert.deepEqual(await kv.limiter.hit('closed', 0, 1000), { allowed: false, retryAfterMs: 1000 });
  });

  it('ends a window by the time it is told alone, however long a call takes to come', async () => {
    const { kv } = bench();
    assert.equal((await kv.limiter.hit('shortest', 1, 1)).allowed, true);
    await sleep(20);
    assert.deepEqual(await kv.limiter.hit('shortest', 1, 1), { allowed: false, retryAfterMs: 1 });
  });

  it('takes a hit back while its window runs, and never more than were counted', async () => {
    const { kv, clock } = bench();
    const hit = async () => (await kv.limiter.hit('success:a', 2, 1000)).allowed;
    const takeBack = () => kv.limiter.takeBack('success:a');
    await takeBack();
    assert.deepEqual([await hit(), await hit(), await hit()], [true, true, false]);
    await takeBack();
    assert.deepEqual([await hit(), await hit()], [true, false]);
    await Promise.all([takeBack(), takeBack(), takeBack()]);
    assert.deepEqual([await hit(), await hit(), await hit()], [true, true, false]);
    clock.pass(1000);
    await takeBack();
    assert.deepEqual([await hit(), await hit(), await hit()], [true, true, false]);
  });
}
