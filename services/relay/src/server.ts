import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import proxyAddr from '@fastify/proxy-addr';
import { type Bus, openBus } from '@switchyard/bus';
import { notices } from '@switchyard/contracts';
import { deriveKeys } from '@switchyard/crypto';
import { openDatabase, tryAdvisoryLock } from '@switchyard/db';
import { boundConnections, filesForConnections } from '@switchyard/http';
import { type Kv, openKv } from '@switchyard/kv';
import { createLogger, guardLastWords } from '@switchyard/log';
import { openTracing } from '@switchyard/telemetry';
import { balanceLoader } from './admission/balance-repository.ts';
import { Leases } from './admission/leases.ts';
import { LoadGate } from './admission/load-gate.ts';
import { mostConnected, mostRunning } from './admission/open-files.ts';
import { buildApp } from './app.ts';
import { loadCaller } from './auth/caller-repository.ts';
import { Directory } from './auth/directory.ts';
import { type RelayConfig, readConfig } from './config.ts';
import type { Relay } from './context.ts';
import { ReasoningMemory } from './dialects/reasoning-memory.ts';
import { Clock } from './egress/clock.ts';
import { Drains } from './egress/drains.ts';
import { fileFetcher } from './egress/fetch-file.ts';
import { Pools } from './egress/pools.ts';
import { webSocketOpener } from './egress/web-socket.ts';
import { shutDownGracefully } from './graceful-shutdown.ts';
import { Acceptors } from './ingress/acceptors.ts';
import { taskTools } from './ingress/tasks/tools.ts';
import { Meter } from './metering/meter.ts';
import { Publisher } from './metering/publisher.ts';
import { lockDirectory } from './metering/spool/lock.ts';
import { recover } from './metering/spool/recover.ts';
import { readLeftover } from './metering/spool/recovery.ts';
import { Spool } from './metering/spool/spool.ts';
import { TokenCounter } from './metering/token-counter.ts';
import { Affinity } from './routing/affinity.ts';
import { ChannelRegistry } from './routing/channel-registry.ts';
import { ChannelReports } from './routing/channel-reports.ts';
import { HealthRegistry } from './routing/health.ts';
import { RetryBudget } from './routing/retry-budget.ts';
import { loadSnapshot } from './routing/snapshot-repository.ts';
import { Snapshots } from './routing/snapshots.ts';
import { Faults } from './telemetry/faults.ts';
import { relayRegistry } from './telemetry/relay-registry.ts';
import { RequestFigures } from './telemetry/request-figures.ts';
import { RequestTraces } from './telemetry/request-traces.ts';
import { WordList } from './words/word-list.ts';

export { type RelayConfig, readConfig } from './config.ts';

const startPatienceMs = 30_000;
const publishPatienceMs = 10_000;
/** Clients wait while Postgres is asked about their key. */
const lookupPatienceMs = 5_000;
/** Most quota taken ahead for one token: two dollars. */
const maxSpare = 1_000_000;

export interface RunningRelay {
  readonly address: string;
  /** Resolves when requests are admitted: seconds later on a store that was empty. */
  readonly admitting: Promise<void>;
  /** Turns balancers away, lets running requests end, up to the configured times, then ends them. */
  close(): Promise<void>;
}

/** Opened by whoever starts the relay; it does not close them. */
export interface Ports {
  readonly kv: Kv;
  readonly bus: Bus;
  /** That it may have open for connections; without it all of the process's. */
  readonly files?: number;
}

/** Starts a relay on opened adapters and answers how to stop it. */
export async function start(
  config: RelayConfig,
  { kv, bus, files = filesForConnections() }: Ports,
): Promise<RunningRelay> {
  const log = createLogger({ service: 'relay' });
  const keys = deriveKeys(config.secret);
  const db = openDatabase({
    url: config.databaseUrl,
    applicationName: 'switchyard-relay',
    readOnly: true,
    statementTimeoutMs: lookupPatienceMs,
    onIdleError: (error) => log.warn({ err: error }, 'a Postgres connection broke'),
  });
  const relayId = randomUUID();
  const directory = join(config.dataDir, 'spool');
  mkdirSync(directory, { recursive: true });
  const unlock = lockDirectory(directory);
  const release = kv.shared && bus.shared ? undefined : await claimAlone(config.databaseUrl, unlock);
  const leftover = readLeftover(directory, (path) => log.error({ path }, 'a record of the spool is not valid'));

  const pools = new Pools(config.allowedUpstreams);
  const leases = new Leases({
    relayId,
    kv,
    loadBalance: balanceLoader(db),
    log,
    maxSpare,
    noteHold: (hold) => spool.holdBegins(hold),
  });
  const spool: Spool = new Spool(
    { directory, limitBytes: config.spoolLimitBytes, log, holds: () => leases.spent() },
    leftover.bytes,
  );
  const publisher = new Publisher(bus, spool, log);
  const channelTools = { channelKey: keys.channelKey, poolFor: pools.poolFor, log };
  const registry = new ChannelRegistry(channelTools);
  const health = new HealthRegistry();
  const wordList = new WordList();
  const { optionKey } = keys;
  const { allowedUpstreams: allowedWorkers } = config;
  const snapshotTools = { db, log, registry, health, wordList, optionKey, allowedWorkers };
  const snapshots = new Snapshots((last) => loadSnapshot(snapshotTools, last), log);
  const clock = new Clock();
  const runningLimit = mostRunning(config.runningLimit, files);
  const faults = new Faults();
  const figures = new RequestFigures((model) => snapshots.current?.knows(model) === true);
  const tracing = await openTracing(process.env, {
    service: 'switchyard-relay',
    tell: (message) => log.warn(message),
  });
  const traces = tracing && new RequestTraces(tracing);
  const relay: Relay = {
    config,
    db,
    kv,
    log,
    channelTools,
    directory: new Directory((hash) => loadCaller(db, hash), keys.tokenPepper),
    snapshots,
    leases,
    meter: new Meter({ spool, publisher, leases, limiter: kv.limiter, figures, traces, log }),
    spool,
    counter: new TokenCounter(),
    clock,
    gate: new LoadGate({ ...config, runningLimit }, clock),
    retryBudget: new RetryBudget(Date.now()),
    drains: new Drains(),
    reports: new ChannelReports(bus, faults, log, () => snapshots.current?.options.AutomaticDisableKeywords ?? []),
    faults,
    affinity: new Affinity(),
    reasoning: new ReasoningMemory(),
    fetchFile: fileFetcher(config.allowedFiles, () => snapshots.current?.worker),
    openWebSocket: webSocketOpener(config.allowedUpstreams),
    trust: proxyAddr.compile(config.trustedProxies),
    tasks: taskTools(keys.taskLinkKey, bus, log),
    draining: false,
  };
  spool.onRotate = () => {
    for (const timed of clock) timed.note();
  };

  const stopping = new AbortController();
  const recovering = recover({ leftover, publisher, kv, spool, log }, stopping.signal);
  recovering.catch((error) =>
    log.warn({ err: error }, 'charges of an earlier run stay in the spool for the next start'),
  );
  // Without a shared store the holds of the last run are gone: its charges must be in the journal before balances are read.
  if (!kv.shared) await recovering;
  await relay.snapshots.start(startPatienceMs);
  const listening = await listen(relay, bus);
  await leases.start();
  const app = buildApp(relay, keys.internalToken, relayRegistry({ relay, figures, publisher, health }));
  boundConnections(app.server, mostConnected(runningLimit, files), (message) => log.warn(message));
  const [address, acceptors] = await Acceptors.open(app, { host: config.host, port: config.port }, log);
  log.info({ address, kv: kv.description, bus: bus.description, spool: directory, runningLimit }, 'relay is ready');

  return {
    address,
    admitting: leases.whenOpened(),
    async close() {
      stopping.abort();
      await shutDownGracefully(app, acceptors, relay);
      for (const subscription of listening) await subscription.stop();
      await publisher.drain(publishPatienceMs);
      await relay.snapshots.stop();
      spool.close(await leases.stop());
      clock.stop();
      relay.gate.close();
      await relay.counter.close();
      await pools.close();
      await tracing?.close();
      await db.destroy();
      await release?.();
      unlock();
    },
  };
}

/** Holds and events that live in this process's memory allow one relay only. */
async function claimAlone(databaseUrl: string, unlock: () => void): Promise<() => Promise<void>> {
  const release = await tryAdvisoryLock(databaseUrl, 'relay');
  if (release) return release;
  unlock();
  throw new Error(
    'Another relay runs on this database. To run several, set REDIS_URL and NATS_URL for all of them, to the same servers.',
  );
}

/** Notices of the console: what changed is read again. */
function listen(relay: Relay, bus: Bus) {
  return Promise.all([
    bus.listen(notices.configChanged, () => relay.snapshots.refresh()),
    bus.listen(notices.anyTokenChanged, (subject) => {
      relay.directory.forgetToken(idOf(subject));
      relay.leases.recall(idOf(subject));
    }),
    bus.listen(notices.anyUserChanged, (subject) => {
      relay.directory.forgetUser(idOf(subject));
      void relay.leases.recheck(idOf(subject));
    }),
  ]);
}

function idOf(subject: string): number {
  return Number(subject.slice(subject.lastIndexOf('.') + 1));
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger({ service: 'relay' });
  guardLastWords(log);
  const kv = await openKv(config.redisUrl ? { redisUrl: config.redisUrl } : {});
  const bus = await openBus({ natsUrl: config.natsUrl, warn: (message) => log.warn(message) });
  const relay = await start(config, { kv, bus });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await relay.close();
      await Promise.all([kv.close(), bus.close()]);
      process.exit(0);
    });
  }
}

if (import.meta.main) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
}
