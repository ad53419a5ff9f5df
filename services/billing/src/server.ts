import { openBus } from '@switchyard/bus';
import { deriveKeys } from '@switchyard/crypto';
import { openDatabase } from '@switchyard/db';
import { openKv } from '@switchyard/kv';
import { createLogger, guardLastWords } from '@switchyard/log';
import { openTracing } from '@switchyard/telemetry';
import { buildApp } from './app.ts';
import { openAuditDatabase, openTouchedDatabase } from './audit/audit-database.ts';
import { listenToChannels } from './channel-notices.ts';
import { runChannels } from './channels/run-channels.ts';
import { type Config, readConfig } from './config.ts';
import { consumeUsage } from './consumers/usage-recorded.ts';
import { runDeadLetters } from './dead-letters.ts';
import { runEpochGate } from './epoch-gate.ts';
import { runJobs } from './jobs/index.ts';
import { makeLogPartitions } from './jobs/make-log-partitions.ts';
import { runMails } from './mails/run-mails.ts';
import { runWebhooks } from './notices/run-webhooks.ts';
import { runOutbox } from './outbox.ts';
import { breaker } from './payments/breaker.ts';
import type { Ports } from './ports.ts';
import { relayClient } from './relay-client.ts';
import { listenToTaskHints } from './tasks/hints.ts';
import { BillingFigures } from './telemetry/billing-figures.ts';

export { type Config, readConfig } from './config.ts';

/**
 * Starts billing on a migrated database. `close` ends what is under way; kv and bus stay open: they are the caller's.
 */
export async function start(
  config: Config,
  { kv, bus }: Pick<Ports, 'kv' | 'bus'>,
): Promise<{ close(): Promise<void> }> {
  const log = createLogger({ service: 'billing', level: config.logLevel });
  const onIdleError = (error: Error) => log.warn({ error }, 'lost a connection to Postgres');
  const db = openDatabase({ url: config.databaseUrl, applicationName: 'switchyard-billing', onIdleError });
  const auditDb = openAuditDatabase(config.databaseUrl, onIdleError);
  const touchedDb = openTouchedDatabase(config.databaseUrl, onIdleError);
  const { internalToken, optionKey } = deriveKeys(config.secret);
  const relay = relayClient(config.relayUrl, internalToken);
  const { upstreamAllow, allowedHooks, paymentHosts, logRetentionDays } = config;
  const tracing = await openTracing(process.env, {
    service: 'switchyard-billing',
    tell: (message) => log.warn(message),
  });
  const watching = { log, figures: new BillingFigures(db, bus), tracing };
  const hosts = { relay, upstreamAllow, allowedHooks, paymentHosts, breaker: breaker() };
  const ports = { db, auditDb, touchedDb, kv, bus, optionKey, logRetentionDays, ...watching, ...hosts };
  const closers: (() => Promise<unknown>)[] = [
    () => db.destroy(),
    () => auditDb.destroy(),
    () => touchedDb.destroy(),
    async () => tracing?.close(),
  ];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    await makeLogPartitions(db);
    const queue = await runJobs(config, ports);
    closers.push(() => queue.close());
    // Schedules lie in the same Redis: an emptied one forgot them too.
    const restoreJobs = () => {
      queue.restore().catch((error) => log.error({ error }, 'jobs are not scheduled until the next start'));
    };
    for (const part of [
      await consumeUsage(ports),
      await listenToChannels(ports),
      await listenToTaskHints(ports),
      runChannels(ports),
      runOutbox(ports),
      runDeadLetters(ports),
      runMails(ports),
      runWebhooks(ports),
      runEpochGate(ports, restoreJobs),
    ]) {
      closers.push(() => part.stop());
    }
    const app = buildApp(ports, config.metricsToken);
    closers.push(() => app.close());
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await close();
    throw error;
  }
  log.info({ kv: kv.description, bus: bus.description, port: config.port }, 'billing is up');
  return { close };
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (!config.redisUrl || !config.natsUrl) {
    throw new Error('Set REDIS_URL and NATS_URL: a billing process of its own shares wallets and events through them.');
  }
  const log = createLogger({ service: 'billing', level: config.logLevel });
  guardLastWords(log);
  const kv = await openKv({ redisUrl: config.redisUrl });
  const bus = await openBus({ natsUrl: config.natsUrl, warn: (message) => log.warn(message) });
  const server = await start(config, { kv, bus });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await server.close();
      await bus.close();
      await kv.close();
    });
  }
}

if (import.meta.main) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
}
