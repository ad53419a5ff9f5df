import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deriveKeys, generateSecret, hashTokenKey, open } from '@switchyard/crypto';
import { type Database, openDatabase } from '@switchyard/db';
import { testDatabase } from '@switchyard/testing';
import { auditProblems } from '../../chaos/books.ts';
import { seedChannels } from './seed-channels.ts';
import { seedHistory } from './seed-history.ts';
import { activeOf, seedKeys } from './seed-keys.ts';
import { SMALL } from './sizes.ts';

const size = { users: 40, keys: 400, channels: 50, logRows: 5_000 };
const keys = deriveKeys(generateSecret());
const host = { url: 'http://127.0.0.1:1', model: 'asked-for' };
let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Database;
let texts: string[];

before(async () => {
  database = await testDatabase();
  db = openDatabase({ url: database.url, applicationName: 'test' });
  texts = await seedKeys(db, keys, size);
  await seedChannels(db, keys, size, host);
  await seedHistory(db, size);
});

after(async () => {
  await db.destroy();
  await database.drop();
});

test('there are as many users, keys, channels and rows of the log as were asked for', async () => {
  const counted = await Promise.all(
    (['users', 'tokens', 'channels', 'usage_log'] as const).map(async (table) => {
      const { count } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    }),
  );
  assert.deepEqual(counted, Object.values(size));
});

test('the active keys are as many as a small installation has, ten of each of ten users, and can be found', async () => {
  const active = activeOf(texts, size);
  assert.equal(new Set(active).size, SMALL.keys);
  const owners = await db
    .selectFrom('tokens')
    .select(['user_id', ({ fn }) => fn.countAll<number>().as('keys')])
    .where(
      'key_hash',
      'in',
      active.map((key) => hashTokenKey(keys.tokenPepper, key)),
    )
    .groupBy('user_id')
    .execute();
  assert.deepEqual(
    owners.map((owner) => owner.keys),
    Array(SMALL.users).fill(10),
  );
});

test('every channel serves the model that is asked for, with a key of its own', async () => {
  const channels = await db
    .selectFrom('channels')
    .innerJoin('abilities', 'abilities.channel_id', 'channels.id')
    .select(['channels.id', 'key_sealed'])
    .where('abilities.model', '=', host.model)
    .where('abilities.group', '=', 'default')
    .execute();
  assert.equal(channels.length, size.channels);
  for (const { id, key_sealed: sealed } of channels) {
    assert.equal(open(keys.channelKey, sealed, { table: 'channels', id, field: 'key' }), `sk-upstream-${id}`);
  }
});

test('an audit finds nothing amiss in the books', async () => {
  assert.equal(await auditProblems({ env: { ...process.env, DATABASE_URL: database.url } }), undefined);
  await db.updateTable('tokens').set({ used_quota: 1 }).where('id', '=', 3).execute();
  assert.match(
    (await auditProblems({ env: { ...process.env, DATABASE_URL: database.url } })) ?? '',
    /token-used-is-consumed +40 +1/,
  );
});
