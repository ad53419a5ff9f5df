import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type HoldRequest, type Kv, openKv, type TokenState } from '@switchyard/kv';
import { createLogger } from '@switchyard/log';
import type { Hold, HoldSpent } from './hold.ts';
import { Leases } from './leases.ts';

const [userId, tokenId, balance] = [1, 1, 1_000];

let kv: Kv;
let noted: HoldSpent[];
beforeEach(() => {
  noted = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_800_000_000_000 });
  mock.method(performance, 'now', () => Date.now());
});

/** Lets so many seconds pass, and what is due in each of them run to its end. */
async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    mock.timers.tick(1_000);
    for (let i = 0; i < 10; i++) await turn();
  }
}

/** A store that can be replaced by an empty one under the leases. */
async function leasesOn(
  read: () => Promise<unknown> = async () => undefined,
  { maxSpare = 0, token }: { maxSpare?: number; token?: TokenState } = {},
): Promise<{ leases: Leases; empty(): Promise<void> }> {
  kv = await openKv({});
  await kv.epoch.open('first');
  const current = new Proxy({} as Kv, { get: (_, name) => Reflect.get(kv, name) });
  const leases = new Leases({
    relayId: 'relay',
    kv: current,
    loadBalance: async () => {
      await read();
      return { account: { version: 1, base: balance, frozen: false }, token };
    },
    log: createLogger({ service: 'test', level: 'silent' }),
    maxSpare,
    noteHold: (hold) => noted.push(hold),
  });
  await leases.start();
  return {
    leases,
    async empty() {
      kv = await openKv({});
    },
  };
}

async function available(): Promise<number> {
  const state = await kv.wallet.read(userId);
  return (state?.account?.base ?? balance) - (state?.held ?? 0);
}

async function spend(leases: Leases, amount: number): Promise<Hold> {
  const lease = leases.lease(userId, tokenId);
  assert.equal(await leases.reserve(lease, false, amount), undefined);
  const { hold } = lease;
  lease.settle(amount, amount);
  return hold;
}

test('a hold is written down before it is taken', async () => {
  const { leases } = await leasesOn();
  const lease = leases.lease(userId, tokenId);
  const reserving = leases.reserve(lease, false, 100);
  assert.deepEqual(noted, [{ holdId: lease.hold.id, userId, spent: 0 }]);
  await reserving;
  await leases.stop();
});

test('charges that were on their way when the store was emptied stay held, and are not lent out once more', async () => {
  const { leases, empty } = await leasesOn();
  const old = await spend(leases, 300);
  const lease = leases.lease(userId, tokenId);
  await leases.reserve(lease, false, 200);
  await empty();
  await seconds(1);
  await kv.epoch.open('second');
  await seconds(1);
  assert.equal(await available(), balance - 300 - 200);
  old.published(300);
  assert.equal(lease.free, 0);
  // The balance is read before the journal has the charge.
  assert.equal(await leases.reserve(lease, false, 500), undefined);
  assert.equal((await leases.reserve(lease, false, 1))?.code, 'insufficient_user_quota');
  await kv.wallet.apply(
    userId,
    { version: 2, base: balance - 300, frozen: false },
    [],
    [{ id: old.id, journaled: 300 }],
  );
  assert.equal(await available(), 0);
  lease.settle(700, 0);
  await leases.stop();
  assert.equal((await kv.wallet.read(userId))?.held, 0);
});

test('charges of a hold that ended stay held when the store is emptied twice', async () => {
  const { leases, empty } = await leasesOn();
  const old = await spend(leases, 300);
  await seconds(12);
  assert.equal(await available(), balance - 300);
  for (let time = 0; time < 2; time++) {
    await empty();
    await seconds(1);
    assert.equal(await available(), balance - 300);
  }
  old.published(300);
  await leases.stop();
});

test('a hold whose end the store did not hear of is ended later', async () => {
  const { leases } = await leasesOn();
  (await spend(leases, 300)).published(300);
  const lease = leases.lease(userId, tokenId);
  await leases.reserve(lease, false, 400);
  lease.settle(400, 0);
  const failing = mock.method(kv.wallet, 'close', () => Promise.reject(new Error('away')));
  await seconds(12);
  assert.ok(failing.mock.callCount() > 0);
  assert.equal(await available(), balance - 700);
  failing.mock.restore();
  await seconds(1);
  assert.equal(await available(), balance - 300);
  await leases.stop();
});

test('a balance that was read before the store was emptied is not put into the emptied one', async () => {
  const reading = Promise.withResolvers<void>();
  const { leases, empty } = await leasesOn(() => reading.promise);
  const lease = leases.lease(userId, tokenId);
  const reserving = leases.reserve(lease, false, 100);
  for (let i = 0; i < 10; i++) await turn();
  await empty();
  reading.resolve();
  assert.equal((await reserving)?.code, 'unavailable');
  assert.equal(await kv.wallet.read(userId), undefined);
  await leases.stop();
});

test('a lease that kv is asked about is not given back as idle meanwhile', async () => {
  const { leases } = await leasesOn();
  (await spend(leases, 300)).published(300);
  const ask = kv.wallet.hold.bind(kv.wallet);
  const asked = Promise.withResolvers<void>();
  const hold = mock.method(kv.wallet, 'hold', async (request: HoldRequest) => {
    await asked.promise;
    return ask(request);
  });
  const rechecking = leases.recheck(userId);
  await seconds(12);
  asked.resolve();
  await rechecking;
  hold.mock.restore();
  await seconds(12);
  await kv.wallet.apply(userId, { version: 2, base: balance - 300, frozen: false }, [], []);
  assert.equal((await kv.wallet.read(userId))?.holds.filter(({ closed }) => !closed).length, 0);
  await leases.stop();
});

/** A lease with something to spare: 100 of a balance of 1,000 reserved, 225 free. */
async function spared(limited: boolean, remain: number) {
  const { leases } = await leasesOn(undefined, { maxSpare: 1_000, token: { id: tokenId, version: 1, remain } });
  const lease = leases.lease(userId, tokenId);
  assert.equal(await leases.reserve(lease, limited, 100), undefined);
  assert.equal(lease.free, 225);
  return { leases, lease };
}

test('what was taken ahead for a token is not spent any more when it gets a limit', async () => {
  const { leases, lease } = await spared(false, 120);
  assert.equal((await leases.reserve(lease, true, 30))?.code, 'pre_consume_token_quota_failed');
  assert.equal(await available(), balance - 100);
  assert.equal(await leases.reserve(lease, true, 20), undefined);
  lease.settle(120, 50);
  lease.hold.published(50);
  await leases.stop();
  assert.equal(await available(), balance - 50);
});

test('what was taken ahead for a token is not spent any more when its limit is lowered', async () => {
  const { leases, lease } = await spared(true, 5_000);
  const account = { version: 1, base: balance, frozen: false };
  await kv.wallet.apply(userId, account, [{ id: tokenId, version: 2, remain: 110 }], []);
  leases.recall(tokenId);
  assert.equal((await leases.extend(lease, 30))?.code, 'pre_consume_token_quota_failed');
  assert.equal(await leases.extend(lease, 10), undefined);
  assert.equal(await available(), balance - 110);
  await leases.stop();
});

test('a request that runs when its token gets a limit goes on within it', async () => {
  const { leases, lease } = await spared(false, 130);
  assert.equal(await leases.reserve(lease, true, 10), undefined);
  assert.equal((await leases.extend(lease, 30))?.code, 'pre_consume_token_quota_failed');
  await leases.stop();
});

test('what is given back while kv is away stays held as far as it runs', async () => {
  const { leases, lease } = await spared(false, 5_000);
  const away = mock.method(kv.wallet, 'hold', () => Promise.reject(new Error('away')));
  assert.equal((await leases.reserve(lease, true, 10))?.code, 'unavailable');
  assert.equal(await available(), balance - 325);
  away.mock.restore();
  await seconds(1);
  assert.equal(await available(), balance - 100);
  await leases.stop();
});

test('a hold that kv is asked about is not replaced meanwhile', async () => {
  const { leases, lease } = await spared(false, 5_000);
  const { hold } = lease;
  const ask = kv.wallet.hold.bind(kv.wallet);
  const asked = Promise.withResolvers<void>();
  mock.method(kv.wallet, 'hold', async (request: HoldRequest) => {
    await asked.promise;
    return ask(request);
  });
  const rechecking = leases.recheck(userId);
  assert.equal(await leases.reserve(lease, true, 10), undefined);
  assert.equal(lease.hold, hold);
  asked.resolve();
  await rechecking;
  assert.equal(await leases.reserve(lease, true, 10), undefined);
  assert.notEqual(lease.hold, hold);
  await leases.stop();
});

test('who stops while kv is away says that holds are left for the next start', async () => {
  const { leases } = await leasesOn();
  (await spend(leases, 300)).published(300);
  const failing = mock.method(kv.wallet, 'close', () => Promise.reject(new Error('away')));
  assert.equal(await leases.stop(), false);
  failing.mock.restore();
  assert.equal(await leases.stop(), true);
});
