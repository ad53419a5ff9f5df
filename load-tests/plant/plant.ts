import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveKeys, generateSecret, type Keys } from '@switchyard/crypto';
import { type Database, migrate, openDatabase } from '@switchyard/db';
import { freePort, seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { Service, type ServiceName } from './service.ts';
import { type Stores, startStores } from './stores.ts';

export interface PlantOptions {
  readonly relays?: number;
  /** Whether the console runs, too. */
  readonly withConsole?: boolean;
  /** Price cards (libs/pricing) of all models that are served, by their name. */
  readonly models: Readonly<Record<string, Record<string, string>>>;
  /** Writes channels, and prices, instead of one channel to the fake upstream. */
  readonly seed?: (db: Database, keys: Keys, upstream: Upstream) => Promise<void>;
  /** Already started; the plant ends them. */
  readonly stores?: Stores;
  /** Variables of all services beyond those that the plant makes. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The same, of one kind of service. */
  readonly environment?: Partial<Readonly<Record<ServiceName, NodeJS.ProcessEnv>>>;
}

export interface Customer {
  readonly name: string;
  readonly userId: number;
  readonly tokenId: number;
  readonly key: string;
  /** Balance before the first request. */
  readonly balance: number;
}

/** Everything that runs when the gateway is scaled, on this machine: stores of its own, services as processes. */
export interface Plant extends Stores {
  readonly upstream: Upstream;
  readonly db: Database;
  readonly keys: Keys;
  readonly billing: Service;
  readonly relays: readonly Service[];
  readonly console: Service | undefined;
  /** Holds what the services print (`*.log`) and the folders of the relays. */
  readonly folder: string;
  /** Environment of the services, for commands that belong to them. */
  readonly env: NodeJS.ProcessEnv;
  /** A user with a balance and a limited token over all of it. */
  customer(name: string, balance: number): Promise<Customer>;
  /** Ends everything and removes its data. */
  stop(): Promise<void>;
}

/** Starts the stores, the fake upstream, billing and the relays; resolves when they are ready. */
export async function startPlant(options: PlantOptions): Promise<Plant> {
  const { relays = 1, withConsole = false, models, environment = {} } = options;
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-plant-'));
  const [stores, upstream] = await Promise.all([options.stores ?? startStores(), startUpstream()]);
  const { postgres, redis, nats } = stores;
  const secret = generateSecret();
  const keys = deriveKeys(secret);
  await migrate(postgres.url);
  const db = openDatabase({ url: postgres.url, applicationName: 'plant' });
  if (options.seed) await options.seed(db, keys, upstream);
  else await seedChannel(db, keys, { baseUrl: upstream.url, models: Object.keys(models) });
  for (const [model, card] of Object.entries(models)) await seedPrice(db, model, card);

  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    NATS_URL: nats.url,
    SWITCHYARD_SECRET: secret,
    UPSTREAM_ALLOW_CIDRS: '127.0.0.0/8',
    RELAY_LEAVE_MS: '0',
    // The machine has other work; what a late event loop does has tests of its own.
    RELAY_LAG_LIMIT_MS: '0',
    RELAY_DRAIN_MS: '1000',
    ...options.settings,
  };
  const billingPort = await freePort();
  const billing = new Service(
    'billing',
    billingPort,
    { ...env, BILLING_PORT: String(billingPort), ...environment.billing },
    join(folder, 'billing.log'),
  );
  const relay = async (_: unknown, index: number) => {
    const port = await freePort();
    const dataDir = join(folder, `relay-${index}`);
    mkdirSync(dataDir);
    const own = { RELAY_PORT: String(port), SWITCHYARD_DATA_DIR: dataDir };
    return new Service('relay', port, { ...env, ...own, ...environment.relay }, `${dataDir}.log`);
  };
  const relayServices = await Promise.all(Array.from({ length: relays }, relay));
  const consolePort = await freePort();
  const own = { CONSOLE_PORT: String(consolePort), RELAY_URL: relayServices[0]?.url };
  const consoleService = withConsole
    ? new Service('console', consolePort, { ...env, ...own, ...environment.console }, join(folder, 'console.log'))
    : undefined;
  const stop = async () => {
    await Promise.all([...relayServices, billing, consoleService].map((service) => service?.kill()));
    await db.destroy();
    await Promise.all([postgres.stop(), redis.stop(), nats.stop(), upstream.close()]);
    rmSync(folder, { recursive: true });
  };
  try {
    await billing.start();
    await Promise.all(relayServices.map((service) => service.start()));
    await consoleService?.start();
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    ...stores,
    upstream,
    db,
    keys,
    billing,
    relays: relayServices,
    console: consoleService,
    folder,
    env,
    async customer(name, balance) {
      const userId = await seedUser(db, { username: name, balance });
      const { id, key } = await seedToken(db, keys, { userId, name, remain: balance });
      return { name, userId, tokenId: id, key, balance };
    },
    stop,
  };
}
