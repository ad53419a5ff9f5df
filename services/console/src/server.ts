import { type Bus, openBus } from '@switchyard/bus';
import { deriveKeys } from '@switchyard/crypto';
import { migrate, openDatabase } from '@switchyard/db';
import { untilClosed } from '@switchyard/http';
import { type Kv, openKv } from '@switchyard/kv';
import { createLogger } from '@switchyard/log';
import { buildApp } from './app.ts';
import { ensureRootAccount } from './auth/root-account.ts';
import { type Config, readConfig } from './config.ts';
import { relayClient } from './relay-client.ts';
import { forgetOnNotice, optionReader } from './resources/options/options.ts';

/** Opened by whoever starts the console; it does not close them. */
export interface Ports {
  readonly kv: Kv;
  readonly bus: Bus;
}

export interface RunningConsole {
  /** Where it listens. */
  readonly url: string;
  /** One-time password of the account root, when this start created it. Show it once; it is stored nowhere. */
  readonly rootPassword: string | undefined;
  close(): Promise<void>;
}

/** Starts the console on a migrated database. Fails with a sentence when it cannot listen or reach Postgres. */
export async function start(config: Config, { kv, bus }: Ports): Promise<RunningConsole> {
  const log = createLogger({ service: 'console', level: config.logLevel });
  const keys = deriveKeys(config.secret);
  const db = openDatabase({
    url: config.databaseUrl,
    applicationName: 'switchyard-console',
    onIdleError: (error) => log.warn({ err: error }, 'a connection to Postgres broke'),
  });
  const options = optionReader(db, log);
  const relay = relayClient(config.relayUrl, keys.internalToken);
  const app = buildApp({ config, db, kv, keys, relay, options }, log);
  try {
    const rootPassword = await ensureRootAccount(db);
    const notices = await forgetOnNotice(bus, options);
    const url = await app.listen({ host: config.host, port: config.port });
    return {
      url,
      rootPassword,
      async close() {
        await untilClosed(app.server, app.close());
        await notices.stop();
        await db.destroy();
      },
    };
  } catch (error) {
    await app.close();
    await db.destroy();
    throw isPortTaken(error)
      ? new Error(`Port ${config.port} is taken. Set CONSOLE_PORT to a free one.`, { cause: error })
      : error;
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

if (import.meta.main) {
  const config = readConfig(process.env);
  await migrate(config.databaseUrl);
  const { REDIS_URL: redisUrl, NATS_URL: natsUrl } = process.env;
  const kv = await openKv(redisUrl ? { redisUrl } : {});
  const bus = await openBus({ natsUrl });
  const { url, rootPassword, close } = await start(config, { kv, bus });
  process.stdout.write(`Console at ${url}, limits in ${kv.description}, notices by ${bus.description}\n`);
  // Not through the logger: it hides secrets, and this one must be seen once.
  if (rootPassword) process.stdout.write(`Sign in as root with the one-time password ${rootPassword}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await close();
      await Promise.all([kv.close(), bus.close()]);
    });
  }
}
