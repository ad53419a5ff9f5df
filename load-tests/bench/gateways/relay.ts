import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { deriveKeys, generateSecret } from '@switchyard/crypto';
import { type Database, migrate, openDatabase } from '@switchyard/db';
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
import { GATEWAY_CORE, OTHER_CORE, spawnOn, stop } from '../cores.ts';
import type { Gateway, StartGateway } from './gateway.ts';
import { answering, serving } from './listening.ts';

const program = (service: string) => fileURLToPath(import.meta.resolve(`../../../services/${service}/src/server.ts`));

/** Two billion dollars: no request waits for money, yet all are held and charged. */
const BALANCE = 1e15;

/**
 * The relay as it runs when scaled: Redis, NATS, Postgres and billing on the other core; a user with a balance and a
 * token with a limit of its own; prices for every model, so that each request is held, metered, spooled and charged.
 */
export const startRelay: StartGateway = async (upstream, models) => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-relay-'));
  const [postgres, redis, nats] = await Promise.all([startPostgres(), startRedis(), startNats()]);
  const secret = generateSecret();
  const db = openDatabase({ url: postgres.url, applicationName: 'bench' });
  await migrate(postgres.url);
  const keys = deriveKeys(secret);
  const userId = await seedUser(db, { username: 'bench', balance: BALANCE });
  const { key } = await seedToken(db, keys, { userId, remain: BALANCE, requestsPerMinute: 1e8, concurrency: 1e5 });
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
    RELAY_DRAIN_MS: '1000',
    BILLING_PORT: String(billingPort),
    RELAY_PORT: String(port),
  };
  const serve = (core: number, service: string) => {
    const log = openSync(join(folder, `${service}.log`), 'a');
    const child = spawnOn(core, process.execPath, [program(service)], { env, stdio: ['ignore', log, 'inherit'] });
    closeSync(log);
    return child;
  };
  const billing = serve(OTHER_CORE, 'billing');
  await answering(`http://127.0.0.1:${billingPort}/readyz`, 200);
  const relay = serve(GATEWAY_CORE, 'relay');
  // The epoch of an empty Redis opens seconds after the start; until then nobody is admitted.
  for (const model of models) await serving(port, key, model);

  const gateway: Gateway = {
    name: 'relay',
    port,
    key,
    pid: Number(relay.pid),
    delivered: 0,
    verify: () => allCharged(db, gateway),
    async stop() {
      await stop(relay);
      await stop(billing);
      await db.destroy();
      await Promise.all([postgres.stop(), redis.stop(), nats.stop()]);
      rmSync(folder, { recursive: true });
    },
  };
  return gateway;
};

const PATIENCE_MS = 120_000;

/** Every answer that was delivered has a charge in the journal, and the balance fell by their sum. */
async function allCharged(db: Database, gateway: Gateway): Promise<void> {
  let charged = 0;
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(500)) {
    const { rows, sum } = await db
      .selectFrom('journal')
      .select((select) => [select.fn.countAll<number>().as('rows'), select.fn.sum<number>('amount').as('sum')])
      .where('kind', '=', 'consume')
      .where('amount', '<', 0)
      .executeTakeFirstOrThrow();
    const { balance } = await db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow();
    charged = Number(rows);
    if (charged >= gateway.delivered && balance === BALANCE + Number(sum)) break;
    if (Date.now() > end) {
      throw new Error(`The relay delivered ${gateway.delivered} answers, but only ${charged} were charged.`);
    }
  }
  console.log(`  relay: ${gateway.delivered} answers delivered, ${charged} charged`);
}
