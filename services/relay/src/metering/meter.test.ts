import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { openBus } from '@switchyard/bus';
import type { UsageEvent } from '@switchyard/contracts';
import { type HoldRequest, openKv } from '@switchyard/kv';
import { createLogger } from '@switchyard/log';
import { compileCard } from '@switchyard/pricing';
import { Leases } from '../admission/leases.ts';
import type { Caller } from '../auth/caller.ts';
import { RequestFigures } from '../telemetry/request-figures.ts';
import { type Account, Meter } from './meter.ts';
import { Publisher } from './publisher.ts';
import { Spool } from './spool/spool.ts';

const [userId, tokenId] = [1, 1];
const directory = mkdtempSync(join(tmpdir(), 'switchyard-meter-'));
const log = createLogger({ service: 'test', level: 'silent' });
after(() => rmSync(directory, { recursive: true }));

async function opened(t: TestContext) {
  const kv = await openKv({});
  await kv.epoch.open('first');
  await kv.wallet.load(userId, { version: 1, base: 1_000, frozen: false }, []);
  const bus = await openBus({});
  const spool = new Spool({ directory, limitBytes: 1e9, log, holds: () => [] });
  const leases = new Leases({
    relayId: 'relay',
    kv,
    loadBalance: async () => undefined,
    log,
    maxSpare: 0,
    noteHold: () => {},
  });
  await leases.start();
  t.after(async () => {
    await leases.stop();
    spool.close(true);
    await bus.close();
  });
  const meter = new Meter({
    spool,
    publisher: new Publisher(bus, spool, log),
    leases,
    limiter: kv.limiter,
    figures: new RequestFigures(() => true),
    traces: undefined,
    log,
  });
  const account = accountOn(leases);
  assert.equal(await leases.reserve(account.lease, false, account.reserved), undefined);
  return { kv, bus, leases, meter, account };
}

test('an answer that cannot be written is charged all the same', async (t) => {
  const { bus, leases, meter, account } = await opened(t);
  const charged = Promise.withResolvers<UsageEvent>();
  await bus.consumeUsage(async ([message]) => charged.resolve(JSON.parse(Buffer.from(message?.data ?? []).toString())));
  const tokens = { prompt: 1_000, completion: 0, cacheRead: 0, cacheWrite: 0 };
  const outcome = {
    tokens,
    counted: 'upstream',
    status: 200,
    ended: 'done',
    channelId: 1,
    firstByteMs: 1,
    tries: [],
  } as const;
  meter.settle(account, outcome, () => {
    throw new TypeError('the header content-type cannot be sent');
  });
  const { id, charge } = await charged.promise;
  assert.deepEqual([id, charge], [account.requestId, 1_000]);
  assert.equal(leases.figures().reserved, 0);
});

test('quota that is granted to a stream after its end goes back to the lease', async (t) => {
  const { kv, leases, meter, account } = await opened(t);
  const asked = Promise.withResolvers<void>();
  const ask = kv.wallet.hold.bind(kv.wallet);
  t.mock.method(kv.wallet, 'hold', async (request: HoldRequest) => {
    await asked.promise;
    return ask(request);
  });
  const extending = meter.extend(account, 500);
  meter.release(account);
  asked.resolve();
  assert.equal(await extending, undefined);
  assert.equal(leases.figures().reserved, 0);
});

test('an error of any length is charged for like a short one', async (t) => {
  const { bus, meter, account } = await opened(t);
  const charged = Promise.withResolvers<UsageEvent>();
  await bus.consumeUsage(async ([message]) => charged.resolve(JSON.parse(Buffer.from(message?.data ?? []).toString())));
  const tokens = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 };
  const error = `${'x'.repeat(499)}🌊${'x'.repeat(2 ** 20)}`;
  const failed = { tokens, counted: 'none', status: 400, ended: 'upstream_failed', error } as const;
  meter.settle(account, { ...failed, channelId: 1, firstByteMs: 0, tries: [] }, () => {});
  const event = await charged.promise;
  assert.equal(event.error, `${'x'.repeat(499)}\ufffd`);
});

function accountOn(leases: Leases): Account {
  const caller = { userId, tokenId, limited: false, scopes: [] } as unknown as Caller;
  return {
    requestId: '01a3185c-62ff-7000-8000-000000000001',
    startedAt: Date.now(),
    begunAt: performance.now(),
    caller,
    lease: leases.lease(userId, tokenId),
    price: compileCard({ input: '2', output: '8' }, '1'),
    model: 'm',
    operation: 'chat',
    dialect: 'openai-chat',
    stream: true,
    ip: '203.0.113.7',
    path: '/v1/chat/completions',
    reserved: 100,
    ended: false,
    countsSuccess: false,
    traceparent: undefined,
  };
}
