import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { deriveKeys, generateSecret } from '@switchyard/crypto';
import { type Database, migrate, openDatabase } from '@switchyard/db';
import { nodeOptions } from '@switchyard/relay/node-options';
import {
  freePort,
  seedChannel,
  seedPrice,
  seedToken,
  seedUser,
  startNats,
  startPostgres,
  startRedis,
} from '@switchyard/testing';
import { sql } from 'kysely';
import { answering } from '../../plant/answering.ts';
import { GATEWAY_CORE, OTHER_CORE, spawnOn, stop } from '../cores.ts';
import { cpuMicroseconds, parentOf } from '../proc.ts';
import type { Gateway, StartGateway } from './gateway.ts';
import { serving } from './serving.ts';

const program = (service: string) => fileURLToPath(import.meta.resolve(`../../../services/${service}/src/server.ts`));

/** Two billion dollars: no request waits for money, yet all are held and charged. */
const BALANCE = 1e15;

/**
 * The relay as it runs when scaled: Redis, NATS, Postgres and billing on the other core; a user with a balance and a
 * token with a limit of its own; prices for every model, so that each request is held, metered, spooled and charged.
 */
export const startRelay: StartGateway = (...args) => start('relay', {}, ...args);

/** The same with rate limits on the token, none of which is ever reached. */
export const startLimitedRelay: StartGateway = (...args) => start('limited', LIMITS, ...args);

const LIMITS = { requestsPerMinute: 1e8, tokensPerMinute: 1e9, concurrency: 1e5 };

async function start(
  name: string,
  limits: Partial<typeof LIMITS>,
  ...[upstream, models, profile]: Parameters<StartGateway>
): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-relay-'));
  const [postgres, redis, nats] = await Promise.all([startPostgres(), startRedis(), startNats()]);
  const secret = generateSecret();
  const db = openDatabase({ url: postgres.url, applicationName: 'bench' });
  await migrate(postgres.url);
  const keys = deriveKeys(secret);
  const userId = await seedUser(db, { username: 'bench', balance: BALANCE });
  const { key } = await seedToken(db, keys, { userId, remain: BALANCE, ...limits });
  await seedChannel(db, keys, { baseUrl: upstream.url, models });
  for (const model of models) await seedPrice(db, model, { input: '2', output: '8' });

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
  const serve = (core: number, service: string, flags: readonly string[] = []) => {
    const log = openSync(join(folder, `${service}.log`), 'a');
    const child = spawnOn(core, process.execPath, [...flags, program(service)], {
      env,
      stdio: ['ignore', log, 'inherit'],
    });
    closeSync(log);
    return child;
  };
  const billing = serve(OTHER_CORE, 'billing');
  await answering(`http://127.0.0.1:${billingPort}/readyz`, 200);
  const relay = serve(GATEWAY_CORE, 'relay', [
    ...nodeOptions,
    ...(profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : []),
  ]);
  // The epoch of an empty Redis opens seconds after the start; until then nobody is admitted.
  for (const model of models) await serving(port, key, model);

  const gateway: Gateway = {
    name,
    port,
    key,
    pid: Number(relay.pid),
    translates: true,
    delivered: 0,
    complaints: () => ['relay', 'billing'].map((service) => lastLines(join(folder, `${service}.log`))).join('\n'),
    verify: () => allCharged(db, gateway, Number(billing.pid)),
    async stop() {
      await stop(relay);
      await stop(billing);
      await db.destroy();
      await Promise.all([postgres.stop(), redis.stop(), nats.stop()]);
      rmSync(folder, { recursive: true });
    },
  };
  return gateway;
}

function lastLines(file: string): string {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LINES_SHOWN);
  return lines.map((line) => line.slice(0, LONGEST_LINE)).join('\n');
}

const LINES_SHOWN = 20;
const LONGEST_LINE = 500;
const PATIENCE_MS = 120_000;

/** Every answer that was delivered has a charge in the journal, and the balance fell by their sum. */
async function allCharged(db: Database, gateway: Gateway, billingPid: number): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(500)) {
    const { rows, sum } = await db
      .selectFrom('journal')
      .select((select) => [select.fn.countAll<number>().as('rows'), select.fn.sum<number>('amount').as('sum')])
      .where('kind', '=', 'consume')
      .where('amount', '<', 0)
      .executeTakeFirstOrThrow();
    const { balance } = await db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow();
    const charged = Number(rows);
    if (charged >= gateway.delivered && balance === BALANCE + Number(sum)) {
      const perCharge = (pid: number) => `${(cpuMicroseconds(pid) / charged).toFixed(1)} µs`;
      const [billing, postgres] = [perCharge(billingPid), perCharge(await postmaster(db))];
      console.log(`  ${gateway.name}: ${gateway.delivered} answers delivered, ${charged} charged;`);
      console.log(`  CPU per charge, start included: billing ${billing}, Postgres ${postgres}`);
      return;
    }
    if (Date.now() > end) {
      throw new Error(`The relay delivered ${gateway.delivered} answers, but only ${charged} were charged.`);
    }
  }
}

async function postmaster(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return parentOf(Number(rows[0]?.pid));
}
