import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { freePort, startRedis, type TestServer } from '@switchyard/testing';
import { Redis } from 'ioredis';
import type { Kv } from '../kv.ts';
import { openKv } from '../open.ts';

describe('connection to Redis', () => {
  let server: TestServer;
  let admin: Redis;
  const opened: Kv[] = [];
  const open = async (redisUrl = server.url) => {
    const kv = await openKv({ redisUrl });
    opened.push(kv);
    return kv;
  };
  before(async () => {
    server = await startRedis();
    admin = new Redis(server.url);
    admin.on('error', () => {});
  });
  afterEach(async () => {
    for (const kv of opened.splice(0)) await kv.close();
  });
  after(async () => {
    admin.disconnect();
    await server.stop();
  });

  it('describes itself by host and port, without the password', async () => {
    const url = new URL(server.url);
    url.username = 'default';
    url.password = 'hunter2';
    await admin.config('SET', 'requirepass', 'hunter2');
    const kv = await open(url.href);
    await kv.ping();
    await admin.config('SET', 'requirepass', '');
    assert.equal(kv.description, `redis ${url.host}`);
    assert.equal(kv.shared, true);
  });

  it('refuses addresses it cannot use with a sentence that names the setting and hides the password', async () => {
    const port = await freePort();
    const dead = await refusalOf(`redis://:hunter2@127.0.0.1:${port}`);
    assert.match(dead, new RegExp(`Redis at 127.0.0.1:${port} \\(REDIS_URL\\) cannot be used: .*ECONNREFUSED`));
    for (const url of ['http://:hunter2@127.0.0.1', 'hunter2@127.0.0.1:6379', 'redis://']) {
      assert.match(await refusalOf(url), /REDIS_URL must look like redis:/);
    }
    await admin.config('SET', 'requirepass', 'other');
    assert.match(await refusalOf(server.url.replace('//', '//:hunter2@')), /cannot be used: WRONGPASS/);
    await admin.config('SET', 'requirepass', '');
  });

  it('refuses a Redis that may forget reservations', async () => {
    await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
    assert.match(await refusalOf(server.url), /maxmemory-policy is allkeys-lru.* set it to noeviction/);
    await admin.config('SET', 'maxmemory-policy', 'noeviction');
  });

  it('fails calls at once while Redis is dead, and goes on with the same state when it is back', async () => {
    const kv = await open();
    await kv.wallet.load(1, { version: 1, base: 100, frozen: false }, []);
    await sleep(1100); // The append-only file is synced every second.
    await server.kill();
    await assert.rejects(kv.wallet.read(1), notTimedOut);
    await assert.rejects(kv.limiter.hit('a', 1, 1000), notTimedOut);
    await server.restart();
    await eventually(() => kv.ping());
    assert.equal((await kv.wallet.read(1))?.account?.base, 100);
  });

  it('gives calls up after a while when Redis hangs, and goes on when it answers again', async () => {
    const kv = await open();
    await kv.ping();
    await server.pause();
    try {
      await assert.rejects(kv.wallet.read(1), timedOut);
      await assert.rejects(kv.wallet.read(1), timedOut);
    } finally {
      await server.resume();
    }
    await eventually(() => kv.ping());
  });

  it('fails the calls under way as soon as the connection breaks', async () => {
    const kv = await open();
    await kv.ping();
    await server.pause();
    const failure = assert.rejects(kv.wallet.read(1), notTimedOut);
    await sleep(100);
    await server.kill();
    await failure;
    await server.restart();
    await eventually(() => kv.ping());
  });

  it('leaves a connection that swallows every command without closing', async () => {
    const { port } = new URL(server.url);
    const clients: Socket[] = [];
    const proxy = createServer((client) => {
      clients.push(client);
      const upstream = connect(Number(port), '127.0.0.1');
      for (const socket of [client, upstream]) socket.on('error', () => {});
      client.pipe(upstream).pipe(client);
      client.once('close', () => upstream.destroy());
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    try {
      const kv = await open(`redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
      await kv.ping();
      clients[0]?.unpipe().resume();
      await assert.rejects(kv.ping(), timedOut);
      await eventually(() => kv.ping());
      assert.equal(clients.length, 2);
    } finally {
      proxy.close();
    }
  });

  it('works on when the scripts are gone, and shows by its epoch that the content is', async () => {
    const kv = await open();
    assert.equal(await kv.epoch.open('first'), 'first');
    await kv.wallet.load(2, { version: 1, base: 100, frozen: false }, []);
    await admin.script('FLUSH');
    await admin.flushall();
    assert.equal(await kv.epoch.read(), undefined);
    const request = { userId: 2, tokenId: 1, tokenLimited: false, holdId: 'a', total: 1, expiresAt: Date.now() + 1e6 };
    assert.equal((await kv.wallet.hold(request)).status, 'cold');
  });
});

async function refusalOf(redisUrl: string): Promise<string> {
  const error = await openKv({ redisUrl }).then(
    async (kv) => {
      await kv.close();
      return new Error('it was accepted');
    },
    (reason: Error) => reason,
  );
  assert.doesNotMatch(inspect(error, { depth: 10, showHidden: true }), /hunter2/);
  return error.message;
}

/** Whether a call was given up after its time, or failed for what became of the connection: no clock tells on a busy machine. */
const timedOut = ({ message }: Error) => /timed out/.test(message);
const notTimedOut = (error: Error) => !timedOut(error);

async function eventually(call: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await sleep(50)) {
    try {
      return void (await call());
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
