import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type ChannelBench, channelBench } from '../testing.ts';

let bench: ChannelBench;
before(async () => {
  bench = await channelBench();
});
after(() => bench.testing.close());
beforeEach(async () => {
  for (const table of ['channel_runs', 'channels'] as const) await bench.testing.db.deleteFrom(table).execute();
});

for (const [path, name] of [
  ['/api/channel/test', 'test'],
  ['/api/channel/update_balance', 'balance update'],
] as const) {
  test(`${path} begins one run at a time, whose progress can be read`, async () => {
    const { admin, testing } = bench;
    const none = { running: false, total: 0, done: 0, failed: 0, current: null, started: 0, finished: 0 };
    assert.deepEqual((await admin.get(`${path}/progress`)).data, none);
    assert.equal((await admin.get(path)).message, 'There is no enabled channel.');
    const id = await bench.create({ name: 'being asked' });
    await bench.create();
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.get(path)));
    assert.deepEqual(
      answers.filter(({ success }) => success).map(({ data }) => data),
      [{ total: 2 }],
    );
    assert.equal(answers.find(({ success }) => !success)?.message, `A ${name} of all channels is already running.`);
    const change = { done: 1, failed: 1, current_channel_id: id };
    await testing.db.updateTable('channel_runs').set(change).execute();
    const { started, ...running } = (await admin.get(`${path}/progress`)).data;
    assert.ok(started > 0);
    assert.deepEqual(running, {
      running: true,
      total: 2,
      done: 1,
      failed: 1,
      current: { id, name: 'being asked' },
      finished: 0,
    });
    await testing.db.updateTable('channel_runs').set({ finished_at: new Date(), current_channel_id: null }).execute();
    const ended = (await admin.get(`${path}/progress`)).data;
    assert.deepEqual([ended.running, ended.current, ended.finished > 0], [false, null, true]);
    assert.equal((await admin.get(path)).success, true, 'another one may begin');
  });
}

test('the balance of one channel is asked for, kept and answered', async () => {
  const { admin, testing } = bench;
  const id = await bench.create();
  testing.relay.balance = { amount: '-0.25', currency: 'CNY' };
  assert.deepEqual(await admin.get(`/api/channel/update_balance/${id}`), {
    success: true,
    message: '',
    balance: -0.25,
  });
  const channel = await bench.read(id);
  assert.deepEqual([channel.balance, channel.balance_currency], [-0.25, 'CNY']);
  assert.ok(channel.balance_updated_time > 0);
  const several = await bench.create({ key: 'sk-a\nsk-b', key_mode: 'random' });
  assert.match((await admin.get(`/api/channel/update_balance/${several}`)).message, /balance of its own/);
  const missing = await admin.get('/api/channel/update_balance/987654');
  assert.deepEqual(missing, { success: false, message: 'This channel does not exist.', balance: 0 });
  testing.relay.balance = { amount: 'a lot', currency: 'USD' };
  assert.equal((await admin.get(`/api/channel/update_balance/${id}`)).success, false);
  assert.equal((await bench.read(id)).balance, -0.25);
});
