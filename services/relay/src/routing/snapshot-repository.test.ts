import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deriveKeys, generateSecret, seal } from '@switchyard/crypto';
import { type Database, openDatabase } from '@switchyard/db';
import { createLogger } from '@switchyard/log';
import { seedChannel, seedPrice, testDatabase } from '@switchyard/testing';
import { sql } from 'kysely';
import { Agent } from 'undici';
import { WordList } from '../words/word-list.ts';
import { ChannelRegistry } from './channel-registry.ts';
import { HealthRegistry } from './health.ts';
import { loadSnapshot, type SnapshotTools } from './snapshot-repository.ts';

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

function toolsFor(database: Database): SnapshotTools {
  const log = createLogger({ service: 'relay', level: 'silent' });
  const channelTools = { channelKey: keys.channelKey, poolFor: () => new Agent(), log };
  return {
    db: database,
    log,
    registry: new ChannelRegistry(channelTools),
    health: new HealthRegistry(),
    wordList: new WordList(),
    optionKey: keys.optionKey,
    allowedWorkers: [],
  };
}

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

  const snapshot = await loadSnapshot(toolsFor(db));
  assert.equal(snapshot.channels.size, many);
  assert.equal(snapshot.channels.has(off), false);
  const candidates = snapshot.route('default', 'gpt-test')?.tiers.flatMap((tier) => tier.candidates) ?? [];
  assert.equal(candidates.length, many);
  const ofRich = candidates.find(({ channel }) => channel.id === rich);
  assert.equal(ofRich?.keys?.candidates.length, many);
});

test('a snapshot stands until something that it is made of changes, by whatever hand', async () => {
  const id = await seedChannel(db, keys, {
    baseUrl: 'http://127.0.0.1:9',
    models: ['gpt-a', 'gpt-b'],
    keys: ['a', 'b'],
  });
  await seedPrice(db, 'gpt-a', { input: '1' });
  const tools = toolsFor(db);
  let last = await loadSnapshot(tools);
  await sql`UPDATE channels SET used_quota = used_quota + 1, tested_at = now() WHERE id = ${id}`.execute(db);
  assert.equal(await loadSnapshot(tools, last), last);
  const changes = {
    'a name': sql`UPDATE channels SET name = 'other' WHERE id = ${id}`,
    'a list emptied': sql`UPDATE channels SET models = '{}' WHERE id = ${id}`,
    'JSON added': sql`UPDATE channels SET param_override = '{"temperature":0}' WHERE id = ${id}`,
    'keys swapped': sql`UPDATE channel_keys k SET key_sealed = o.key_sealed FROM channel_keys o WHERE k.channel_id = ${id} AND o.channel_id = ${id} AND o.id <> k.id`,
    'a key switched off': sql`UPDATE channel_keys SET status = 3 WHERE id = (SELECT max(id) FROM channel_keys WHERE channel_id = ${id})`,
    'a weight': sql`UPDATE abilities SET weight = weight + 1 WHERE channel_id = ${id} AND model = 'gpt-a'`,
    'an ability switched off': sql`UPDATE abilities SET enabled = false WHERE channel_id = ${id} AND model = 'gpt-a'`,
    'a price': sql`UPDATE price_cards SET card = '{"input":"3"}' WHERE model = 'gpt-a'`,
    'a price gone': sql`DELETE FROM price_cards WHERE model = 'gpt-a'`,
    'an option': sql`INSERT INTO options (key, value) VALUES ('RetryTimes', '3') ON CONFLICT (key) DO UPDATE SET value = '3'`,
    'a channel switched off': sql`UPDATE channels SET status = 2 WHERE id = ${id}`,
    'a channel gone': sql`DELETE FROM channels WHERE id = ${id}`,
  };
  for (const [what, change] of Object.entries(changes)) {
    const { numAffectedRows = 0n } = await change.execute(db);
    assert.ok(numAffectedRows > 0n, what);
    const next = await loadSnapshot(tools, last);
    assert.notEqual(next, last, what);
    assert.equal(await loadSnapshot(tools, next), next, `nothing after ${what}`);
    last = next;
  }
});

test('a setting that became unreadable stays as it was', async () => {
  const tools = toolsFor(db);
  const write = (value: string) =>
    db
      .insertInto('options')
      .values({ key: 'GroupRatio', value })
      .onConflict((on) => on.column('key').doUpdateSet({ value }))
      .execute();
  await write('{"default":2,"gold":0.5}');
  const before = await loadSnapshot(tools);
  await write('{"default":');
  const after = await loadSnapshot(tools, before);
  assert.notEqual(after, before);
  assert.deepEqual([...after.groups], [...before.groups]);
  assert.equal(after.groups.get('gold'), '0.5');
});
