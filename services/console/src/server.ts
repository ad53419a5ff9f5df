import { type Bus, openBus } from '@switchyard/bus';
import { deriveKeys } from '@switchyard/crypto';
import { openDatabase } from '@switchyard/db';
import { withSecretFiles } from '@switchyard/environment';
import { boundConnections, filesForConnections, untilClosed } from '@switchyard/http';
import { type Kv, openKv } from '@switchyard/kv';
import { createLogger, guardLastWords } from '@switchyard/log';
import { openTracing } from '@switchyard/telemetry';
import { buildApp } from './app.ts';
import { ensureRootAccount } from './auth/root-account.ts';
import { type Config, readConfig } from './config.ts';
import { relayClient } from './relay-client.ts';
import { forgetOnNotice, optionReader } from './resources/options/options.ts';
import { ConsoleFigures } from './telemetry/console-figures.ts';

/** Opened by whoever starts the console; it does not close them. */
export interface Ports {
  readonly kv: Kv;
  readonly bus: Bus;
  /** That it may have open for connections; without it all of the process's. */
  readonly files?: number;
}

/** The client's connection, and the one to the relay when it calls a model. */
const filesOfConnection = 2;

export interface RunningConsole {
  /** Where it listens. */
  readonly url: string;
  /** One-time password of the account root, when this start created it. Show it once; it is stored nowhere. */
  readonly rootPassword: string | undefined;
  close(): Promise<void>;
}

/** Starts the console on a migrated database. Fails with a sentence when it cannot listen or reach Postgres. */
export async function start(
  config: Config,
  { kv, bus, files = filesForConnections() }: Ports,
): Promise<RunningConsole> {
  const log = createLogger({ service: 'console', level: config.logLevel });
  const keys = deriveKeys(config.secret);
  let isClosing = false;
  const connections = {
    applicationName: 'switchyard-console',
    // A Postgres that stops with us may be faster than the last goodbye.
    onIdleError: (error: Error) => isClosing || log.warn({ err: error }, 'a connection to Postgres broke'),
  };
  const db = openDatabase({ ...connections, url: config.databaseUrl });
  const { databaseReadUrl } = config;
  const history = databaseReadUrl ? openDatabase({ ...connections, url: databaseReadUrl, readOnly: true }) : db;
  const closeDatabases = () => Promise.all([...new Set([db, history])].map((one) => one.destroy()));
  const options = optionReader(db, log, keys.optionKey);
  const relay = relayClient(config.relayUrl, keys.internalToken);
  const figures = new ConsoleFigures(db);
  const tracing = await openTracing(process.env, {
    service: 'switchyard-console',
    tell: (message) => log.warn(message),
  });
  const app = buildApp({ config, db, history, kv, keys, relay, options, figures }, log, tracing);
  try {
    const notices = await forgetOnNotice(bus, options);
    const mostConnected = Math.max(1, Math.floor(files / filesOfConnection));
    boundConnections(app.server, mostConnected, (message) => log.warn(message));
    const url = await app.listen({ host: config.host, port: config.port });
    // Last, because a password made by a start that fails would never be seen.
    const rootPassword = await ensureRootAccount(db);
    return {
      url,
      rootPassword,
      async close() {
        isClosing = true;
        await untilClosed(app.server, app.close());
        await notices.stop();
        await closeDatabases();
        await tracing?.close();
      },
    };
  } catch (error) {
    await app.close();
    await closeDatabases();
    throw isPortTaken(error)
      ? new Error(`Port ${config.port} is taken. Set CONSOLE_PORT to a free one.`, { cause: error })
      : error;
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { REDIS_URL: redisUrl, NATS_URL: natsUrl } = withSecretFiles(process.env);
  const log = createLogger({ service: 'console', level: config.logLevel });
  guardLastWords(log);
  const kv = await openKv(redisUrl ? { redisUrl } : {});
  const bus = await openBus({ natsUrl, warn: (message) => log.warn(message) });
  const { url, rootPassword, close } = await start(config, { kv, bus });
  log.info({ url, kv: kv.description, bus: bus.description }, 'the console is up');
  // Not through the logger: it hides secrets, and this one must be seen once.
  if (rootPassword) process.stdout.write(`Sign in as root with the one-time password ${rootPassword}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await close();
      await Promise.all([kv.close(), bus.close()]);
    });
  }
}

if (import.meta.main) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
}
