import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig as readBillingConfig, start as startBilling } from '@switchyard/billing';
import { type Bus, openBus } from '@switchyard/bus';
import { deriveKeys, generateSecret, type Keys } from '@switchyard/crypto';
import { type Database, openDatabase } from '@switchyard/db';
import { type Kv, openKv } from '@switchyard/kv';
import { readConfig as readRelayConfig, start as startRelay } from '@switchyard/relay';
import { freePort, seedToken, seedUser, testDatabase, testNats, testRedis } from '@switchyard/testing';

export const waysToRun = ['single node', 'scaled'] as const;

export interface Customer {
  readonly userId: number;
  readonly tokenId: number;
  readonly key: string;
}

/** Relay and billing of one installation, on a database of the test's own. */
export interface Plant {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly keys: Keys;
  readonly bus: Bus;
  /** The relay's address. */
  readonly url: string;
  /** A user with a dollar's worth of quota on account and key. */
  customer(): Promise<Customer>;
  /** A call with a key; the answer parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(key: string, method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ status: number; body: any }>;
  close(): Promise<void>;
}

/** `seed` writes channels and options before anything is started. */
export async function startPlant(
  way: (typeof waysToRun)[number],
  seed: (db: Database, keys: Keys) => Promise<void>,
): Promise<Plant> {
  const database = await testDatabase();
  const secret = generateSecret();
  const keys = deriveKeys(secret);
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  await seed(db, keys);
  const { kv, bus } = await openAdapters(way);
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-tasks-'));
  const relayPort = await freePort();
  const environment = {
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    SWITCHYARD_SECRET: secret,
    SWITCHYARD_DATA_DIR: dataDir,
    RELAY_PORT: String(relayPort),
    BILLING_PORT: String(await freePort()),
    RELAY_URL: `http://127.0.0.1:${relayPort}`,
    UPSTREAM_ALLOW_CIDRS: '127.0.0.0/8',
    FILE_ALLOW_CIDRS: '127.0.0.0/8',
    // No load balancer sends it requests while it leaves.
    RELAY_LEAVE_MS: '0',
    // The tests of a whole run share the machine.
    RELAY_LAG_LIMIT_MS: '0',
    LOG_LEVEL: 'error',
  };
  const billing = await startBilling(readBillingConfig(environment), { kv, bus });
  const relay = await startRelay(readRelayConfig(environment), { kv, bus });
  await relay.admitting;
  return {
    db,
    databaseUrl: database.url,
    keys,
    bus,
    url: relay.address,
    async customer() {
      const userId = await seedUser(db, { username: `user-${Math.random()}`, balance: 500_000 });
      const { id, key } = await seedToken(db, keys, { userId, remain: 500_000 });
      return { userId, tokenId: id, key };
    },
    async call(key, method, path, body) {
      const response = await fetch(relay.address + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    async close() {
      await relay.close();
      await billing.close();
      await bus.close();
      await kv.close();
      await db.destroy();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function openAdapters(way: (typeof waysToRun)[number]): Promise<{ kv: Kv; bus: Bus }> {
  if (way === 'single node') return { kv: await openKv({}), bus: await openBus({}) };
  const [redis, nats] = [await testRedis(), await testNats()];
  return {
    kv: await openKv({ redisUrl: redis.url, prefix: redis.prefix }),
    bus: await openBus({ natsUrl: nats.url, prefix: nats.prefix }),
  };
}
