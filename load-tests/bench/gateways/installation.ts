import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deriveKeys, generateSecret, type Keys } from '@switchyard/crypto';
import { type Database, migrate, openDatabase } from '@switchyard/db';
import { nodeOptions } from '@switchyard/relay/node-options';
import { freePort, startNats, startPostgres, startRedis } from '@switchyard/testing';
import { sql } from 'kysely';
import { answering } from '../../plant/answering.ts';
import { redisCommand } from '../../plant/redis-command.ts';
import { GATEWAY_CORE, neverWaits, OTHER_CORE, spawnOn, stop } from '../cores.ts';
import { parentOf } from '../proc.ts';

const program = (service: string) => fileURLToPath(import.meta.resolve(`../../../services/${service}/src/server.ts`));

/** A relay as it runs when scaled: on the gateways' core, with Redis, NATS, Postgres and billing on the other one. */
export interface Installation {
  readonly db: Database;
  readonly natsUrl: string;
  readonly port: number;
  /** The one that runs now. */
  readonly relay: ChildProcess;
  readonly billingPid: number;
  readonly postgresPid: number;
  /** Stops the relay and starts it again; answers how long it took from the start until it was ready. */
  restartRelay(): Promise<number>;
  /** What relay and billing wrote to their logs of late. */
  complaints(): string;
  stop(): Promise<void>;
}

export interface InstallationOptions {
  /** Fills the stores. */
  seed(db: Database, keys: Keys): Promise<void>;
  /** What the relay is started with, beside what it always is. */
  readonly flags?: readonly string[];
  /** Where Postgres' files are, if not where those of the other stores are. */
  readonly postgresFolder?: string | undefined;
}

export async function startInstallation({
  seed,
  flags = [],
  postgresFolder,
}: InstallationOptions): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-relay-'));
  const [postgres, redis, nats] = await Promise.all([
    startPostgres({ compiledForSpeed: true, ...(postgresFolder === undefined ? {} : { folder: postgresFolder }) }),
    startRedis(),
    startNats(),
  ]);
  neverWaits(await pidOfRedis(redis.url));
  const secret = generateSecret();
  await migrate(postgres.url);
  // Seeds and sums of a large installation take longer than a statement of a service may.
  const db = openDatabase({ url: postgres.url, applicationName: 'bench', statementTimeoutMs: 0 });
  await seed(db, deriveKeys(secret));

  const [billingPort, port] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    NATS_URL: nats.url,
    SWITCHYARD_SECRET: secret,
    SWITCHYARD_DATA_DIR: folder,
    UPSTREAM_ALLOW_CIDRS: '127.0.0.0/8',
    RELAY_LEAVE_MS: '0',
    RELAY_DRAIN_MS: '1000',
    BILLING_PORT: String(billingPort),
    RELAY_PORT: String(port),
  };
  const serve = (core: number, service: string, options: readonly string[] = []) => {
    const log = openSync(join(folder, `${service}.log`), 'a');
    const child = spawnOn(core, process.execPath, [...options, program(service)], {
      env,
      stdio: ['ignore', log, 'inherit', 'ipc'],
    });
    closeSync(log);
    return child;
  };
  const startRelay = () => serve(GATEWAY_CORE, 'relay', [...nodeOptions, ...flags]);
  const billing = serve(OTHER_CORE, 'billing');
  await answering(`http://127.0.0.1:${billingPort}/readyz`, 200);
  let relay = startRelay();
  return {
    db,
    natsUrl: nats.url,
    port,
    get relay() {
      return relay;
    },
    billingPid: Number(billing.pid),
    postgresPid: await postmaster(db),
    async restartRelay() {
      await stop(relay);
      const startedAt = performance.now();
      relay = startRelay();
      await answering(`http://127.0.0.1:${port}/readyz`, 200);
      return performance.now() - startedAt;
    },
    complaints: () => ['relay', 'billing'].map((service) => lastLines(join(folder, `${service}.log`))).join('\n'),
    async stop() {
      await stop(relay);
      await stop(billing);
      await db.destroy();
      await Promise.all([postgres.stop(), redis.stop(), nats.stop()]);
      rmSync(folder, { recursive: true });
    },
  };
}

function lastLines(file: string): string {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LINES_SHOWN);
  return lines.map((line) => line.slice(0, LONGEST_LINE)).join('\n');
}

const LINES_SHOWN = 20;
const LONGEST_LINE = 500;

async function pidOfRedis(url: string): Promise<number> {
  return Number(/^process_id:(\d+)/m.exec(await redisCommand(url, 'INFO server'))?.[1]);
}

async function postmaster(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return parentOf(Number(rows[0]?.pid));
}
