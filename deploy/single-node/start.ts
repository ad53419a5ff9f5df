import { readConfig as readBillingConfig, start as startBilling } from '@switchyard/billing';
import { openBus } from '@switchyard/bus';
import { readConfig as readConsoleConfig, start as startConsole } from '@switchyard/console';
import { migrate } from '@switchyard/db';
import { withSecretFiles } from '@switchyard/environment';
import { filesForConnections } from '@switchyard/http';
import { openKv } from '@switchyard/kv';
import { createLogger } from '@switchyard/log';
import { readConfig as readRelayConfig, start as startRelay } from '@switchyard/relay';
import type { Closers } from './closers.ts';
import { type EmbeddedDatabase, embeddedDatabase } from './database.ts';
import { seedDemo } from './demo/demo.ts';
import { startProvider } from './demo/provider.ts';
import { requireFreePorts } from './free-ports.ts';
import { keptSecret } from './kept-secret.ts';
import type { Settings } from './settings.ts';
import { printRootPassword, type Summary } from './summary.ts';

export interface Started {
  readonly summary: Summary;
  /** Resolves when the embedded Postgres ends by itself. */
  readonly databaseLost: Promise<void>;
}

// One machine: its own and its neighbours' addresses are where self-hosted models live.
const nearbyRanges = '127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7';

/**
 * Starts everything in this process, and what stops it goes to `closers` step by step, so that a start that
 * fails or is interrupted can be undone. Throws errors whose messages are for the operator.
 */
export async function startAll(settings: Settings, closers: Closers, interrupted: AbortSignal): Promise<Started> {
  const { dataDir, ports } = settings;
  const embedded = settings.databaseUrl
    ? undefined
    : embeddedDatabase(dataDir, ports.postgres, (step) => console.log(`  ${step} ...`));
  await embedded?.clear();
  await requireFreePorts(settings);
  const database = await openDatabaseServer(embedded, settings, closers);
  interrupted.throwIfAborted();

  await migrate(database.url, (name) => console.log(`  database schema: ${name}`));
  const log = createLogger({ service: 'bus' });
  const bus = await openBus({ natsUrl: settings.natsUrl, warn: (message) => log.warn(message) });
  closers.add('bus', () => bus.close());
  const kv = await openKv(settings.redisUrl ? { redisUrl: settings.redisUrl } : {});
  closers.add('kv', () => kv.close());
  interrupted.throwIfAborted();

  const environment = {
    UPSTREAM_ALLOW_CIDRS: nearbyRanges,
    // The console stops after the relay; nobody else has to be turned away.
    RELAY_LEAVE_MS: '0',
    ...withSecretFiles(process.env),
    HOST: settings.host,
    CONSOLE_PORT: String(ports.console),
    RELAY_PORT: String(ports.relay),
    BILLING_PORT: String(ports.billing),
    DATABASE_URL: database.url,
    REDIS_URL: settings.redisUrl ?? '',
    NATS_URL: settings.natsUrl ?? '',
    SWITCHYARD_SECRET: settings.secret ?? keptSecret(dataDir, 'secret'),
    SWITCHYARD_DATA_DIR: dataDir,
    RELAY_URL: `http://127.0.0.1:${ports.relay}`,
  };
  const inside = { ...environment, HOST: '127.0.0.1' };
  // A call of a model is a client of the console, and the console a client of the relay.
  const shared = { kv, bus, files: filesForConnections() / 2 };
  // Stopped in reverse: the relay finishes its answers while the console still carries them and billing still books them.
  const billing = await startBilling(readBillingConfig(inside), shared);
  closers.add('billing', () => billing.close());
  const console_ = await startConsole(readConsoleConfig(environment), shared);
  closers.add('console', () => console_.close());
  if (console_.rootPassword !== undefined) printRootPassword(console_.rootPassword);
  const provider = settings.demo ? await startProvider(dataDir) : undefined;
  closers.add('demo provider', () => provider?.close());
  const relay = await startRelay(readRelayConfig(inside), shared);
  closers.add('relay', () => relay.close());
  await relay.admitting;
  const address = `http://localhost:${ports.console}`;
  const demo =
    provider && (await seedDemo({ address, providerUrl: provider.url, databaseUrl: database.url, dataDir, bus }));

  return {
    databaseLost: database.lost,
    summary: {
      rows: [
        ['database', database.description],
        ['balances', settings.redisUrl ? kv.description : `${kv.description} (REDIS_URL: Redis)`],
        ['events', settings.natsUrl ? bus.description : `${bus.description} (NATS_URL: NATS)`],
        ['files', dataDir],
      ],
      address,
      rootPassword: console_.rootPassword,
      demo,
    },
  };
}

async function openDatabaseServer(embedded: EmbeddedDatabase | undefined, { databaseUrl }: Settings, closers: Closers) {
  if (!embedded) {
    const { host, pathname } = new URL(databaseUrl ?? '');
    return { url: databaseUrl ?? '', description: `Postgres at ${host}${pathname}`, lost: new Promise<void>(() => {}) };
  }
  const { cluster, url } = await embedded.start();
  closers.add('database', () => cluster.stop());
  // However this process ends, the database is told to.
  process.once('exit', () => cluster.interrupt());
  return { url, description: `embedded Postgres in ${embedded.place}`, lost: cluster.exited };
}
