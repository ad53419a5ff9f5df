import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deriveKeys, generateSecret, seal } from '@switchyard/crypto';
import { type Database, openDatabase } from '@switchyard/db';
import { createLogger } from '@switchyard/log';
import { seedChannel, testDatabase } from '@switchyard/testing';
import { sql } from 'kysely';
import { Agent } from 'undici';
import { WordList } from '../words/word-list.ts';
import { ChannelRegistry } from './channel-registry.ts';
import { HealthRegistry } from './health.ts';
import { loadSnapshot } from './snapshot-repository.ts';

/** More than are read at once. */
const many = 503;
const keys = deriveKeys(generateSecret());
let db: Database;
let database: Awaited<ReturnType<typeof testDatabase>>;
before(async () => {
  database = await testDatabase();
  db = openDatabase({ url: database.url, applicationName: 'test' });
});
after(async () => {
  await db.destroy();
  await database.drop();
});

test('every channel that is switched on is read, and every key of one that has many', async () => {
  const fields = { baseUrl: 'http://127.0.0.1:9', models: ['gpt-test'] };
  const rich = await seedChannel(db, keys, { ...fields, keys: ['only'] });
  await sql`
    INSERT INTO channel_keys (channel_id, key_sealed, key_hash, key_mask)
    SELECT ${rich}, '', sha256(n::text::bytea), '' FROM generate_series(2, ${many}) AS n`.execute(db);
  for (const { id } of await db.selectFrom('channel_keys').select('id').execute()) {
    const sealed = seal(keys.channelKey, `sk-${id}`, { table: 'channel_keys', id, field: 'key' });
    await db.updateTable('channel_keys').set({ key_sealed: sealed }).where('id', '=', id).execute();
  }
  for (let count = 1; count < many; count++) await seedChannel(db, keys, fields);
  const off = await seedChannel(db, keys, fields);
  await db.updateTable('channels').set({ status: 2 }).where('id', '=', off).execute();

  const log = createLogger({ service: 'relay', level: 'silent' });
  const channelTools = { channelKey: keys.channelKey, poolFor: () => new Agent(), log };
  const snapshot = await loadSnapshot({
    db,
    log,
    registry: new ChannelRegistry(channelTools),
    health: new HealthRegistry(),
    wordList: new WordList(),
    optionKey: keys.optionKey,
    allowedWorkers: [],
  });
  assert.equal(snapshot.channels.size, many);
  assert.equal(snapshot.channels.has(off), false);
  const candidates = snapshot.route('default', 'gpt-test')?.tiers.flatMap((tier) => tier.candidates) ?? [];
  assert.equal(candidates.length, many);
  const ofRich = candidates.find(({ channel }) => channel.id === rich);
  assert.equal(ofRich?.keys?.candidates.length, many);
});
