import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openKv } from '@switchyard/kv';
import { startRedis } from '@switchyard/testing';
import { sql } from 'kysely';
import { settle } from '../ledger/settle.ts';
import { type Books, testBooks } from '../testing/books.ts';
import { received, usageEvent } from '../testing/usage-event.ts';
import { databaseUrl } from './database-url.ts';

const command = fileURLToPath(new URL('./main.ts', import.meta.url));
const run = (env: Record<string, string>) => spawnSync(process.execPath, [command], { env, encoding: 'utf8' });

let books: Books;
before(async () => {
  books = await testBooks();
});
after(() => books.close());

test('the command prints a line per invariant and ends with 0, or with 1 and the figures when something does not add up', async () => {
  const userId = await books.user();
  await settle(books.db, [received(usageEvent({ userId, tokenId: 0 }))]);
  const sound = run({ DATABASE_URL: books.url });
  assert.equal(sound.status, 0, sound.stderr);
  assert.match(sound.stdout, /^balance-is-journal +1 +0$/m);

  await sql`UPDATE accounts SET balance = 5 WHERE user_id = ${userId}`.execute(books.db);
  const broken = run({ DATABASE_URL: books.url });
  assert.equal(broken.status, 1, broken.stderr);
  assert.match(broken.stdout, /^balance-is-journal +1 +1$/m);
  assert.match(broken.stdout, /user \d+: balance 5, journal 999900/);
  const { frozen } = await books.db.selectFrom('accounts').select('frozen').executeTakeFirstOrThrow();
  assert.equal(frozen, false, 'the command changes nothing');
});

test('with Redis the command compares the wallets too', async () => {
  const redis = await startRedis();
  const kv = await openKv({ redisUrl: redis.url });
  const userId = await books.user();
  await kv.wallet.load(userId, { version: 99, base: 1, frozen: false }, []);
  const result = run({ DATABASE_URL: books.url, REDIS_URL: redis.url });
  assert.equal(result.status, 1, result.stderr);
  assert.match(result.stdout, /^wallet-balance-is-account +\d+ +1$/m);
  await kv.close();
  await redis.stop();
});

test('without an address the database of a single node is taken', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'audit-'));
  assert.throws(() => databaseUrl({ SWITCHYARD_DATA_DIR: dataDir }), /Set DATABASE_URL/);
  writeFileSync(join(dataDir, 'postgres-password'), 'p@ss\n');
  assert.equal(
    databaseUrl({ SWITCHYARD_DATA_DIR: dataDir, SWITCHYARD_POSTGRES_PORT: '6000' }),
    'postgres://postgres:p%40ss@127.0.0.1:6000/postgres',
  );
  rmSync(dataDir, { recursive: true });
});

test('a database that cannot be reached is no breach', () => {
  const result = run({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  assert.equal(result.status, 2);
  assert.match(result.stderr, /^The audit could not be done: /);
});
