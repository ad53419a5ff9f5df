import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, openBus } from '@switchyard/bus';
import type { UsageEvent } from '@switchyard/contracts';
import { deriveKeys, generateSecret, type Keys } from '@switchyard/crypto';
import { type Database, openDatabase } from '@switchyard/db';
import { parseCidrs } from '@switchyard/http';
import { type Kv, openKv } from '@switchyard/kv';
import { testDatabase, testNats, testRedis } from '@switchyard/testing';
import OpenAI from 'openai';
import { type RelayConfig, type RunningRelay, start } from '../server.ts';

export type Adapters = 'memory' | 'shared';

/** A relay of its own for a test file: real Postgres, the adapters named, and a consumer that keeps its events. */
export interface TestGateway {
  readonly url: string;
  readonly db: Database;
  readonly keys: Keys;
  readonly kv: Kv;
  readonly bus: Bus;
  readonly config: RelayConfig;
  readonly relay: RunningRelay;
  readonly events: UsageEvent[];
  client(key: string): OpenAI;
  /** The event that `found` picks, as soon as it is there. */
  event(found?: (event: UsageEvent) => boolean): Promise<UsageEvent>;
  close(): Promise<void>;
}

export async function startGateway(
  adapters: Adapters,
  seed: (db: Database, keys: Keys) => Promise<void>,
  settings: Partial<RelayConfig> = {},
): Promise<TestGateway> {
  const database = await testDatabase();
  const secret = generateSecret();
  const keys = deriveKeys(secret);
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  await seed(db, keys);
  const kv = await openKv(adapters === 'memory' ? {} : await redis());
  const bus = await openBus(adapters === 'memory' ? {} : await nats());
  const events: UsageEvent[] = [];
  const subscription = await bus.consumeUsage(async (batch) => {
    for (const { data } of batch) {
      for (const line of Buffer.from(data).toString('utf8').split('\n')) events.push(JSON.parse(line));
    }
  });
  await kv.epoch.open('test');
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-relay-'));
  const config: RelayConfig = {
    host: '127.0.0.1',
    port: 0,
    databaseUrl: database.url,
    redisUrl: undefined,
    natsUrl: undefined,
    secret,
    dataDir,
    allowedUpstreams: parseCidrs('127.0.0.0/8'),
    allowedFiles: parseCidrs('127.0.0.0/8'),
    trustedProxies: ['127.0.0.0/8'],
    bodyLimitBytes: 1_048_576,
    bodiesLimitBytes: 2 ** 30,
    runningLimit: 10_000,
    // The tests of a whole run share the machine.
    lagLimitMs: 0,
    spoolLimitBytes: 2 ** 30,
    leaveMs: 0,
    drainMs: 5_000,
    metricsToken: undefined,
    fastLane: true,
    trustsTraceparent: false,
    ...settings,
  };
  const relay = await start(config, { kv, bus });
  return {
    url: relay.address,
    db,
    keys,
    kv,
    bus,
    config,
    relay,
    events,
    client: (key) => new OpenAI({ apiKey: key, baseURL: `${relay.address}/v1`, maxRetries: 0 }),
    event: (found = () => true) => waitFor(() => events.find(found)),
    async close() {
      await relay.close();
      await subscription.stop();
      await bus.close();
      await kv.close();
      await db.destroy();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const patienceMs = 5_000;

/** Polls until there is a value; rejects after five seconds. */
export async function waitFor<T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (Date.now() > until) throw new Error('What was waited for did not happen within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function redis() {
  const { url, prefix } = await testRedis();
  return { redisUrl: url, prefix };
}

async function nats() {
  const { url, prefix } = await testNats();
  return { natsUrl: url, prefix };
}
