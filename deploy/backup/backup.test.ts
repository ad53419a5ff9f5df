import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBus } from '@switchyard/bus';
import { openDatabase } from '@switchyard/db';
import { type Kv, openKv } from '@switchyard/kv';
import {
  type ServerCluster,
  seedUser,
  startNats,
  startRedisCluster,
  type TestServer,
  testDatabase,
} from '@switchyard/testing';
import pg from 'pg';
import { openBackup } from './open-backup.ts';
import { writeBackup } from './write-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchyard-backup-'));
const whole = join(folder, 'whole.backup');
const cut = join(folder, 'cut.backup');
/** Of a single node: where no address is read, a database comes into being here. */
const dataDir = join(folder, 'data');
const balance = 'SELECT user_id, balance FROM accounts';
/** Made before us in a database that has no tables. */
const others = "CREATE TYPE others AS ENUM ('a'); CREATE FUNCTION others() RETURNS int LANGUAGE sql AS 'SELECT 1'";

let source: { url: string; drop(): Promise<void> };
let target: typeof source;
let redis: ServerCluster;
let nats: TestServer;
let kv: Kv;
before(async () => {
  [source, redis, nats] = await Promise.all([testDatabase(), startRedisCluster(), startNats()]);
  const db = openDatabase({ url: source.url, applicationName: 'test' });
  for (let user = 0; user < 300; user++) await seedUser(db, { username: `user${user}`, balance: 1_000 + user });
  await db.destroy();
  kv = await openKv({ redisUrl: redis.url });
  const { status, said } = run('backup', { DATABASE_URL: source.url, NATS_URL: nats.url }, whole);
  assert.equal(status, 0, said);
  const bytes = readFileSync(whole);
  writeFileSync(cut, bytes.subarray(0, bytes.length / 2));
});
after(async () => {
  await kv?.close();
  await Promise.all([source?.drop(), redis?.stop(), nats?.stop()]);
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  target = await testDatabase();
  await ask(target.url, `DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${others}`);
  await Promise.all([1, 2, 3, 4].map((userId) => kv.wallet.load(userId, { version: 1, base: 7, frozen: false }, [])));
});
afterEach(() => target.drop());

test('addresses may be files: the database is filled, wallets of a cluster are emptied, usage since then is queued', async () => {
  const bus = await openBus({ natsUrl: nats.url });
  await bus.publishUsage(Buffer.from('since then'), 'since-then');
  await bus.close();
  const again = join(folder, 'again.backup');
  const files = {
    DATABASE_URL_FILE: secret('database', source.url),
    REDIS_URL_FILE: secret('redis', redis.url),
    NATS_URL_FILE: secret('nats', nats.url),
  };
  const made = run('backup', files, again);
  assert.equal(made.status, 0, made.said);
  const { status, said } = run('restore', { ...files, DATABASE_URL_FILE: secret('target', target.url) }, again);
  assert.equal(status, 0, said);
  assert.match(said, /1 messages of usage since then are queued again/);
  assert.deepEqual(await ask(target.url, balance), await ask(source.url, balance));
  assert.deepEqual(await wallets(), []);
});

test('a file that is not there, or is something else, is told before anything is started or emptied', async () => {
  const other = join(folder, 'other');
  writeFileSync(other, 'no back-up');
  for (const [path, reason] of [
    [join(folder, 'mistyped'), /^The restore is not done: .*mistyped cannot be read: ENOENT/],
    [folder, /^The restore is not done: .* cannot be read: EISDIR/],
    [other, /^The restore is not done: This file is no back-up of Switchyard, or it is damaged\.\n$/],
  ] as const) {
    const { status, said } = run('restore', { REDIS_URL: redis.url }, path);
    assert.equal(status, 1);
    assert.match(said, reason);
  }
  assert.equal(existsSync(dataDir), false);
  assert.equal((await wallets()).length, 4);
});

test('a back-up that was cut off leaves the database as empty as before, and the whole one is taken afterwards', async () => {
  const { status, said } = run('restore', { DATABASE_URL: target.url }, cut);
  assert.equal(status, 1);
  assert.equal(said, 'The restore is not done: This back-up was cut off: its end is missing.\n');
  const left = await ask(
    target.url,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
     UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prolang <> 13
     UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')`,
  );
  assert.deepEqual(left, [{ name: 'others' }, { name: 'others' }]);
  const second = run('restore', { DATABASE_URL: target.url }, whole);
  assert.equal(second.status, 0, second.said);
  assert.deepEqual(await ask(target.url, balance), await ask(source.url, balance));
});

test('a database in which nobody has an account is not backed up, and the file that is there stays', async () => {
  const fresh = await testDatabase();
  const kept = join(folder, 'Mon.backup');
  writeFileSync(kept, 'of before');
  const { status, said } = run('backup', { DATABASE_URL: fresh.url }, kept);
  await fresh.drop();
  assert.equal(status, 1);
  assert.match(
    said,
    /^There is no back-up: Nobody has an account in this database: it is new, or a restore is filling it\./,
  );
  assert.equal(readFileSync(kept, 'utf8'), 'of before');
});

test('a database without a Switchyard is not backed up, and the message says what to mend', () => {
  const { status, said } = run('backup', { DATABASE_URL: target.url }, join(folder, 'empty.backup'));
  assert.equal(status, 1);
  assert.equal(
    said,
    'There is no back-up: There is no Switchyard in this database. Let DATABASE_URL name the one that is in use.\n',
  );
});

test('two back-ups under one name at the same time are both whole, and leave only what may still be written', async () => {
  const both = join(folder, 'both.backup');
  const [old, young] = ['old', 'young'].map((name) => `${both}.${name}.unfinished`) as [string, string];
  for (const path of [old, young]) writeFileSync(path, '');
  utimesSync(old, new Date(0), new Date(0));
  await Promise.all([writeBackup(source.url, both), writeBackup(source.url, both)]);
  assert.deepEqual(
    readdirSync(folder)
      .filter((name) => name.startsWith('both.'))
      .sort(),
    ['both.backup', 'both.backup.young.unfinished'],
  );
  let last = '';
  for await (const line of (await openBackup(both)).lines) last = line.toString();
  assert.equal(last, '{"end":true}\n');
});

test('a database that is not empty stays as it is, and wallets that may be in use, too', async () => {
  const kept = await ask(source.url, balance);
  const { status, said } = run('restore', { DATABASE_URL: source.url, REDIS_URL: redis.url }, whole);
  assert.equal(status, 1);
  assert.match(said, /This database is not empty\. Restore into a new one/);
  assert.deepEqual(await ask(source.url, balance), kept);
  assert.equal((await wallets()).length, 4);
});

test('when usage cannot be queued, the message says how to go on with the filled database', async () => {
  const { status, said } = run('restore', { DATABASE_URL: target.url, NATS_URL: 'nats://127.0.0.1:1' }, whole);
  assert.equal(status, 1);
  assert.match(said, /The database is filled\. When that is mended, .* instead of the file:\n--since \d{4}-\S+Z\n$/);
  assert.deepEqual(await ask(target.url, balance), await ask(source.url, balance));
});

function run(command: 'backup' | 'restore', env: Record<string, string>, path: string) {
  const program = fileURLToPath(import.meta.resolve(`./${command}.ts`));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, path], {
    env: { SWITCHYARD_DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

function secret(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `${text}\n`);
  return path;
}

async function wallets(): Promise<number[]> {
  const states = await Promise.all([1, 2, 3, 4].map((userId) => kv.wallet.read(userId)));
  return states.flatMap((state) => state?.account?.base ?? []);
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}
