import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testRedis } from '@switchyard/testing';
import { Redis } from 'ioredis';
import type { Kv } from '../kv.ts';
import { openKv } from '../open.ts';

const DAY_MS = 86_400_000;

describe('keys in Redis', () => {
  let kv: Kv;
  let admin: Redis;
  let prefix: string;
  before(async () => {
    const { url, prefix: own } = await testRedis();
    prefix = own;
    kv = await openKv({ redisUrl: url, prefix });
    admin = new Redis(url);
  });
  after(async () => {
    await kv.close();
    admin.disconnect();
  });
  const load = (userId: number) => kv.wallet.load(userId, { version: 1, base: 100, frozen: false }, []);
  const hold = (userId: number, expiresAt: number) =>
    kv.wallet.hold({ userId, tokenId: 1, tokenLimited: false, holdId: 'a', total: 10, expiresAt });

  it('begin with the prefix, and those of a user share its hash tag', async () => {
    await load(1);
    await hold(1, Date.now() + DAY_MS);
    const scopes = [{ name: 'user', concurrency: 1 }];
    await kv.limiter.admit({ userId: 1, requestId: 'r', tokens: 1, expiresAt: Date.now() + DAY_MS, scopes });
    await kv.limiter.hit('sign-in:a', 1, 1000);
    await kv.epoch.open('first');
    await kv.relays.beat('relay', 1000);
    const keys = (await admin.keys(`${prefix}*`)).map((key) => key.slice(prefix.length)).sort();
    const ofUser = ['hold-expiry', 'holds', 'rates', 'slot-expiry', 'slots', 'wallet'].map((name) => `{u1}:${name}`);
    assert.deepEqual(keys, ['epoch', 'relays', 'window:sign-in:a', ...ofUser]);
  });

  it('forget a balance a week after its last use, but never while something is held', async () => {
    await load(2);
    const idleMs = await admin.pttl(`${prefix}{u2}:wallet`);
    assert.ok(idleMs > 6 * DAY_MS && idleMs <= 7 * DAY_MS);
    await hold(2, Date.now() + DAY_MS);
    for (const name of ['wallet', 'holds', 'hold-expiry']) assert.equal(await admin.ttl(`${prefix}{u2}:${name}`), -1);
    await kv.wallet.close(2, 'a', 0);
    assert.ok((await admin.pttl(`${prefix}{u2}:wallet`)) > 6 * DAY_MS);
    assert.equal(await admin.exists(`${prefix}{u2}:holds`, `${prefix}{u2}:hold-expiry`), 0);
  });

  it('are not kept for longer because somebody looks, but are forgotten when a look finds the last hold past its time', async () => {
    await load(4);
    await admin.expire(`${prefix}{u4}:wallet`, 60);
    assert.ok(await kv.wallet.read(4));
    assert.ok((await admin.ttl(`${prefix}{u4}:wallet`)) <= 60);
    await hold(4, Date.now() + 50);
    await sleep(100);
    assert.deepEqual((await kv.wallet.read(4))?.holds, []);
    assert.ok((await admin.pttl(`${prefix}{u4}:wallet`)) > 6 * DAY_MS);
  });

  it('keep the rates of a user no longer than they and the running requests matter', async () => {
    const scopes = [{ name: 'user', requestsPerMinute: 5 }];
    await kv.limiter.admit({ userId: 3, requestId: 'r', tokens: 1, expiresAt: Date.now() + 600_000, scopes });
    await kv.limiter.admit({ userId: 3, requestId: 's', tokens: 1, expiresAt: Date.now() + 1000, scopes });
    for (const name of ['rates', 'slots', 'slot-expiry']) {
      const keptMs = await admin.pttl(`${prefix}{u3}:${name}`);
      assert.ok(keptMs > 600_000 && keptMs <= 660_000, `${name} ${keptMs}`);
    }
  });

  for (const [name, driftMs] of Object.entries({ behind: -DAY_MS, ahead: DAY_MS })) {
    it(`do not expire by the clock of a relay that is a day ${name}`, async () => {
      const userId = 10 + Math.sign(driftMs);
      await load(userId);
      await hold(userId, Date.now() + 60_000);
      mock.timers.enable({ apis: ['Date'], now: Date.now() + driftMs });
      try {
        assert.deepEqual(await kv.wallet.renew(userId, [{ id: 'a', spent: 1 }], Date.now() + 60_000), []);
        await kv.wallet.hold({
          userId,
          tokenId: 1,
          tokenLimited: false,
          holdId: 'b',
          total: 10,
          expiresAt: Date.now() + 60_000,
        });
      } finally {
        mock.timers.reset();
      }
      const holds = (await kv.wallet.read(userId))?.holds ?? [];
      for (const { expiresAt } of holds) assert.ok(Math.abs(expiresAt - Date.now() - 60_000) < 5000);
      assert.equal(holds.length, 2);
    });
  }
});
