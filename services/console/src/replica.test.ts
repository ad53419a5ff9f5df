import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '@switchyard/db';
import { testDatabase } from '@switchyard/testing';
import { type TestConsole, testConsole } from './testing/console.ts';
import type { Visitor } from './testing/visitor.ts';

let testing: TestConsole;
let replica: Awaited<ReturnType<typeof testDatabase>>;
let ann: Visitor;

before(async () => {
  replica = await testDatabase();
  testing = await testConsole({ config: { databaseReadUrl: replica.url } });
  const id = await testing.addUser({ username: 'ann' });
  ann = await testing.signedIn('ann');
  const db = openDatabase({ url: replica.url, applicationName: 'test' });
  const common = { user_id: id, token_id: 0, channel_id: 0, model: 'of the replica', group: 'default', quota: 70 };
  const created = new Date(Date.now() - 2 * 3_600_000);
  const hour = new Date(created.getTime() - (created.getTime() % 3_600_000));
  await db
    .insertInto('usage_log')
    .values({ ...common, created_at: created, type: 2, username: 'ann' })
    .execute();
  await db
    .insertInto('usage_hourly')
    .values({ ...common, hour, requests: 1 })
    .execute();
  await db.destroy();
});
after(async () => {
  await testing.close();
  await replica.drop();
});

test('the log and its sums are read from the replica, everything else from the database itself', async () => {
  const { data: page } = await ann.get('/api/log/self/');
  assert.deepEqual([page.total, page.items[0].model_name], [1, 'of the replica']);
  assert.equal((await ann.get('/api/log/self/stat')).data.quota, 70);
  assert.equal((await ann.get('/api/data/self')).data[0].quota, 70);
  assert.equal((await ann.get('/api/data/self/summary')).data.current.quota, 70);
  assert.match((await ann.request('GET', '/api/log/self/export')).body, /of the replica/);
  // The user is in the database itself alone.
  assert.equal((await ann.get('/api/user/self')).data.username, 'ann');
  const { data: key } = await ann.post('/api/token/', { name: 'fresh' });
  assert.ok(key.id > 0);
});
