import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

const now = () => Math.floor(Date.now() / 1000);
let testing: TestConsole;
let admin: Visitor;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'admin', role: 10 });
  admin = await testing.signedIn('admin');
  const row = { type: 2, user_id: 1, username: 'somebody' };
  const at = (secondsAgo: number) => ({ ...row, created_at: new Date((now() - secondsAgo) * 1000) });
  await testing.db
    .insertInto('usage_log')
    .values([at(5_000), at(4_000), at(10)])
    .execute();
});
after(() => testing.close());

const clean = (target: number | string) => admin.delete(`/api/log/?target_timestamp=${target}`);

test('the future, and no time at all, are refused', async () => {
  assert.equal((await admin.get('/api/log/cleaning')).data, null);
  assert.match((await clean(now() + 3600)).message, /past/);
  assert.equal((await clean('')).success, false);
  assert.equal((await clean('yesterday')).success, false);
  assert.equal((await clean(Date.now())).success, false, 'milliseconds');
});

test('a cleaning answers how many rows it is about, is recorded, and tells how it stands', async () => {
  const target = now() - 3_600;
  assert.deepEqual(await clean(target), { success: true, message: '', data: 2 });
  const { start_time: start, ...standing } = (await admin.get('/api/log/cleaning')).data;
  assert.ok(Math.abs(start - now()) < 60);
  assert.deepEqual(standing, { target_timestamp: target, username: 'admin', found: 2, deleted: 0, finish_time: 0 });
  const { items } = (await admin.get('/api/log/?type=3')).data;
  assert.match(items[0].content, /^Cleans the usage log before 20/);
});

test('one cleaning at a time', async () => {
  assert.match((await clean(now() - 60)).message, /already/);
  await testing.db.updateTable('log_cleanings').set({ finished_at: new Date() }).execute();
  const tries = await Promise.all(Array.from({ length: 5 }, () => clean(now() - 60)));
  assert.equal(tries.filter(({ success }) => success).length, 1);
});
