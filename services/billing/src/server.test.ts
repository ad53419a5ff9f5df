import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Bus, openBus } from '@switchyard/bus';
import { generateSecret } from '@switchyard/crypto';
import { type Kv, openKv } from '@switchyard/kv';
import { freePort, startNats, startRedis, type TestServer } from '@switchyard/testing';
import { readConfig } from './config.ts';
import { start } from './server.ts';
import { type Books, testBooks } from './testing/books.ts';
import { until } from './testing/until.ts';
import { usageEvent } from './testing/usage-event.ts';

const children = new Set<ChildProcess>();
const serverFile = fileURLToPath(new URL('./server.ts', import.meta.url));

let books: Books;
let redis: TestServer;
let nats: TestServer;
before(async () => {
  [books, redis, nats] = await Promise.all([testBooks(), startRedis(), startNats()]);
});
after(() => {
  for (const child of children) child.kill('SIGKILL');
  return Promise.all([books.close(), redis.stop(), nats.stop()]);
});

test('killed between commit and acknowledgement, billing charges nothing twice and brings the wallet up to date', async (t) => {
  let billing = await startBilling();
  const bus: Bus = await openBus({ natsUrl: nats.url });
  const kv: Kv = await openKv({ redisUrl: redis.url });
  t.after(async () => {
    await stopBilling(billing);
    await bus.close();
    await kv.close();
  });
  await until(async () => (await kv.epoch.read()) !== undefined);
  const userId = await books.user();
  const tokenId = await books.token(userId);
  await kv.wallet.load(userId, { version: 2, base: 1_000_000, frozen: false }, [
    { id: tokenId, version: 1, remain: 1_000_000 },
  ]);
  const hold = {
    userId,
    tokenId,
    tokenLimited: true,
    holdId: `hold-${tokenId}`,
    total: 5_000,
    expiresAt: Date.now() + 600_000,
  };
  assert.equal((await kv.wallet.hold(hold)).status, 'granted');
  // The append-only file is written within a second when an earlier write still goes to the disk.
  await sleep(1_100);

  // With the wallet store frozen, billing can commit but never gets as far as the acknowledgement.
  await redis.pause();
  const events = Array.from({ length: 20 }, () => usageEvent({ userId, tokenId }));
  await bus.publishUsage(Buffer.from(events.map((event) => JSON.stringify(event)).join('\n')), 'batch');
  await until(async () => (await account(userId)).used_quota === 2_000);
  const committed = await account(userId);
  billing.kill('SIGKILL');
  await once(billing, 'exit');
  assert.deepEqual(await bus.usageProgress(), { stored: 1, acknowledged: 0 });
  // What billing had sent to the frozen store goes down with it.
  await redis.kill();
  await redis.restart();
  await until(async () => (await kv.wallet.read(userId).catch(() => undefined))?.held === 5_000);
  assert.equal((await kv.wallet.read(userId))?.account?.base, 1_000_000);

  billing = await startBilling();
  await until(async () => (await bus.usageProgress()).acknowledged === 1, 60_000);
  assert.deepEqual(await account(userId), committed);
  const wallet = await kv.wallet.read(userId);
  assert.equal(wallet?.account?.base, 998_000);
  assert.equal(wallet?.held, 3_000);
  assert.equal(wallet?.tokens[0]?.state?.remain, 998_000);
});

test('a process of its own without Redis and NATS says what to set', async () => {
  const child = spawn(process.execPath, [serverFile], {
    env: { DATABASE_URL: books.url, SWITCHYARD_SECRET: generateSecret() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  assert.deepEqual(await once(child, 'exit'), [1, null]);
  assert.match(said, /^Set REDIS_URL and NATS_URL/);
});

test('in a single node billing runs on the adapters it is handed and leaves them open', async () => {
  const bus = await openBus({});
  const kv = await openKv({});
  const config = readConfig({
    DATABASE_URL: books.url,
    SWITCHYARD_SECRET: generateSecret(),
    HOST: '127.0.0.1',
    BILLING_PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  });
  const billing = await start(config, { kv, bus });
  const userId = await books.user();
  await bus.publishUsage(Buffer.from(JSON.stringify(usageEvent({ userId, tokenId: 0 }))), 'one');
  assert.equal((await account(userId)).used_quota, 100);
  const ready = await fetch(`http://127.0.0.1:${config.port}/readyz`);
  assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ok' }]);
  await until(async () => (await books.db.selectFrom('audit_runs').selectAll().execute()).length > 0);
  await billing.close();
  await bus.ping();
  await bus.close();
  await kv.close();
});

test('readiness says which server is missing', async () => {
  const bus = await openBus({});
  const kv = await openKv({});
  const config = readConfig({
    DATABASE_URL: books.url,
    SWITCHYARD_SECRET: generateSecret(),
    HOST: '127.0.0.1',
    BILLING_PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  });
  const ping = () => Promise.reject(new Error('gone'));
  const billing = await start(config, { kv: { ...kv, ping }, bus });
  const ready = await fetch(`http://127.0.0.1:${config.port}/readyz`);
  assert.deepEqual([ready.status, await ready.json()], [503, { status: 'unavailable', failing: ['kv'] }]);
  assert.equal((await fetch(`http://127.0.0.1:${config.port}/livez`)).status, 200);
  await billing.close();
  await bus.close();
});

async function startBilling(): Promise<ChildProcess> {
  const port = await freePort();
  const environment = {
    DATABASE_URL: books.url,
    REDIS_URL: redis.url,
    NATS_URL: nats.url,
    SWITCHYARD_SECRET: generateSecret(),
    HOST: '127.0.0.1',
    BILLING_PORT: `${port}`,
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [serverFile], { env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
  children.add(child);
  await until(() => isReady(port), 30_000);
  return child;
}

async function isReady(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(3_000);
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function stopBilling(child: ChildProcess): Promise<void> {
  // Where the test failed after it was killed.
  if (child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await exit, [0, null]);
}

const account = (userId: number) =>
  books.db
    .selectFrom('accounts')
    .select(['balance', 'used_quota', 'request_count', 'sequence'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
