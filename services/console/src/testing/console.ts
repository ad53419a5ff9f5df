import { Writable } from 'node:stream';
import { deriveKeys, generateSecret, hashPassword } from '@switchyard/crypto';
import { type Database, openDatabase, post } from '@switchyard/db';
import { parseCidrs } from '@switchyard/http';
import { openKv } from '@switchyard/kv';
import { createLogger } from '@switchyard/log';
import { scratchDirectory, testDatabase, testRedis } from '@switchyard/testing';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { relayClient } from '../relay-client.ts';
import { type OptionReader, optionReader } from '../resources/options/options.ts';
import { ConsoleFigures } from '../telemetry/console-figures.ts';
import { type FakeRelay, fakeRelay } from './fake-relay.ts';
import { Visitor } from './visitor.ts';

export const password = 'correct horse battery staple';
const passwordHash = await hashPassword(password);

export interface TestConsole {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly relay: FakeRelay;
  readonly config: Config;
  readonly options: OptionReader;
  /** Everything that was logged. */
  readonly logged: () => string;
  /** Adds a user (password: `password`) with a balance. */
  addUser(user: { username: string; role?: 1 | 10 | 100; group?: string; balance?: number }): Promise<number>;
  /** A browser without a session. */
  visitor(origin?: string): Visitor;
  /** A browser at an address of its own in which the user has signed in. */
  signedIn(username: string): Promise<Visitor>;
  close(): Promise<void>;
}

export interface TestConsoleOptions {
  /** Limits in Redis instead of memory. */
  readonly redis?: boolean;
  readonly config?: Partial<Config>;
  /** Another view of the database, such as one that watches. */
  readonly view?: (db: Database) => Database;
}

/** A console on a database of its own, with a fake relay. */
export async function testConsole(options: TestConsoleOptions = {}): Promise<TestConsole> {
  const database = await testDatabase();
  const secret = generateSecret();
  const keys = deriveKeys(secret);
  const relay = await fakeRelay(keys.internalToken);
  const redis = options.redis ? await testRedis() : undefined;
  const kv = await openKv(redis ? { redisUrl: redis.url, prefix: redis.prefix } : {});
  const opened = openDatabase({ url: database.url, applicationName: 'test', maxConnections: 5 });
  const db = options.view?.(opened) ?? opened;
  const config: Config = {
    host: '127.0.0.1',
    port: 0,
    databaseUrl: database.url,
    databaseReadUrl: undefined,
    secret,
    relayUrl: relay.url,
    upstreamAllow: parseCidrs('127.0.0.0/8'),
    trustedProxyCidrs: [],
    turnstileUrl: 'http://127.0.0.1:9',
    githubUrl: 'http://127.0.0.1:9',
    githubApiUrl: 'http://127.0.0.1:9',
    linuxdoUrl: 'http://127.0.0.1:9',
    paymentHosts: {},
    webRoot: scratchDirectory('no-web'),
    metricsToken: undefined,
    logLevel: 'debug',
    ...options.config,
  };
  const replica = config.databaseReadUrl;
  const history = replica ? openDatabase({ url: replica, applicationName: 'test', readOnly: true }) : db;
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLogger({ service: 'console', level: 'debug', destination });
  const settings = optionReader(db, log, keys.optionKey);
  const client = relayClient(relay.url, keys.internalToken);
  const figures = new ConsoleFigures(db);
  const app = buildApp({ config, db, history, kv, keys, relay: client, options: settings, figures }, log);
  let browsers = 0;
  const visitor = (origin?: string) => new Visitor(app, origin);
  return {
    app,
    db,
    relay,
    config,
    options: settings,
    logged: () => lines.join(''),
    addUser: (user) => addUser(db, user),
    visitor,
    async signedIn(username) {
      const browser = visitor();
      browser.address = `10.0.0.${++browsers}`;
      await browser.signIn(username, password);
      return browser;
    },
    async close() {
      await app.close();
      await relay.close();
      await kv.close();
      await Promise.all([...new Set([db, history])].map((one) => one.destroy()));
      await database.drop();
    },
  };
}

async function addUser(
  db: Database,
  { balance = 0, ...user }: { username: string; role?: 1 | 10 | 100; group?: string; balance?: number },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({ ...user, password_hash: passwordHash })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('accounts').values({ user_id: id }).execute();
    if (balance) await post(trx, { kind: 'gift', reference: `test:${id}`, userId: id, amount: balance });
    return id;
  });
}
