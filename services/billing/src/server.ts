import { openBus } from '@switchyard/bus';
import { openDatabase } from '@switchyard/db';
import { openKv } from '@switchyard/kv';
import { createLogger } from '@switchyard/log';
import { buildApp } from './app.ts';
import { listenToChannels } from './channel-notices.ts';
import { type Config, readConfig } from './config.ts';
import { consumeUsage } from './consumers/usage-recorded.ts';
import { runEpochGate } from './epoch-gate.ts';
import { runJobs } from './jobs/index.ts';
import { makeLogPartitions } from './jobs/make-log-partitions.ts';
import { runOutbox } from './outbox.ts';
import type { Ports } from './ports.ts';

/** Starts billing on a migrated database. `close` finishes what is under way; kv and bus stay open: they are the caller's. */
export async function start(
  config: Config,
  { kv, bus }: Pick<Ports, 'kv' | 'bus'>,
): Promise<{ close(): Promise<void> }> {
  const log = createLogger({ service: 'billing', level: config.logLevel });
  const db = openDatabase({
    url: config.databaseUrl,
    applicationName: 'switchyard-billing',
    onIdleError: (error) => log.warn({ error }, 'lost a connection to Postgres'),
  });
  const ports: Ports = { db, kv, bus, log };
  const app = buildApp(ports);
  await makeLogPartitions(db);
  const running = [
    await consumeUsage(ports),
    await listenToChannels(ports),
    runOutbox(ports),
    runEpochGate(ports),
    await runJobs(config, ports),
  ];
  await app.listen({ host: config.host, port: config.port });
  log.info({ kv: kv.description, bus: bus.description, port: config.port }, 'billing is up');
  return {
    async close() {
      await app.close();
      await Promise.all(running.map((part) => part.stop()));
      await db.destroy();
    },
  };
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
}

if (import.meta.main) await main();
