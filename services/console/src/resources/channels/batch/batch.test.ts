import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ChannelBench, channelBench } from '../testing.ts';

let bench: ChannelBench;
before(async () => {
  bench = await channelBench();
});
after(() => bench.testing.close());

const ids = async () => {
  const rows = await bench.testing.db.selectFrom('channels').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
};

test('chosen channels are deleted with their abilities, and counted', async () => {
  const [first, kept, second] = [await bench.create(), await bench.create(), await bench.create()];
  assert.equal((await bench.admin.post('/api/channel/batch', { ids: [first, second, 987_654] })).data, 2);
  assert.deepEqual(await ids(), [kept]);
  assert.deepEqual(await bench.abilities(first), []);
  assert.match((await bench.admin.post('/api/channel/batch', { ids: [] })).message, /select channels first/);
});

test('chosen channels are switched with their abilities; those that stand so already are not counted', async () => {
  const { admin, testing } = bench;
  const [first, second, other] = [await bench.create(), await bench.create(), await bench.create()];
  const toggle = async (state: string) =>
    (await admin.post(`/api/channel/batch/${state}`, { ids: [first, second, 987_654] })).data;
  await testing.db.updateTable('channels').set({ status: 3, status_reason: 'x' }).where('id', '=', second).execute();
  const before_ = await bench.announced();
  assert.equal(await toggle('disabled'), 2);
  assert.equal(await bench.announced(), before_ + 1);
  assert.equal(await toggle('disabled'), 0);
  assert.equal(await bench.announced(), before_ + 1);
  const states = async () =>
    Promise.all(
      [first, second, other].map(async (id) => [(await bench.read(id)).status, (await bench.abilities(id))[0]]),
    );
  const off = [2, 'default/gpt-4o off 0 0'];
  const on = [1, 'default/gpt-4o on 0 0'];
  assert.deepEqual(await states(), [off, off, on]);
  assert.equal((await bench.read(second)).status_reason, '');
  assert.equal(await toggle('enabled'), 2);
  assert.deepEqual(await states(), [on, on, on]);
  assert.match((await admin.post('/api/channel/batch/enabled', { ids: [] })).message, /select channels first/);
});

test('all channels that are off are deleted, by whomever they were switched off', async () => {
  await bench.testing.db.deleteFrom('channels').execute();
  const [kept, byHand, bySystem] = [await bench.create(), await bench.create(), await bench.create()];
  await bench.admin.put('/api/channel/', { id: byHand, status: 2 });
  await bench.testing.db.updateTable('channels').set({ status: 3 }).where('id', '=', bySystem).execute();
  assert.equal((await bench.admin.delete('/api/channel/disabled')).data, 2);
  assert.deepEqual(await ids(), [kept]);
  const before_ = await bench.announced();
  assert.deepEqual((await bench.admin.delete('/api/channel/disabled')).data, 0);
  assert.equal(await bench.announced(), before_);
});

test('abilities that are missing, superfluous or different are mended and counted', async () => {
  const { db } = bench.testing;
  await db.deleteFrom('channels').execute();
  const id = await bench.create({ models: 'a,b,c', priority: 2, weight: 3 });
  const sound = await bench.abilities(id);
  const fix = async () => (await bench.admin.post('/api/channel/fix')).data;
  assert.equal(await fix(), 0);
  const of = db.updateTable('abilities').where('channel_id', '=', id);
  await of.set({ enabled: false, weight: 9 }).where('model', '=', 'a').execute();
  await of.set({ model: 'strange' }).where('model', '=', 'b').execute();
  const before_ = await bench.announced();
  assert.equal(await fix(), 3);
  assert.deepEqual(await bench.abilities(id), sound);
  assert.equal(await bench.announced(), before_ + 1);
  assert.equal(await fix(), 0);
  assert.equal(await bench.announced(), before_ + 1);
});

test('a copy has settings and keys of its own, and nothing that was used or measured', async () => {
  const source = await bench.create({
    name: 'n'.repeat(100),
    tag: 'blue',
    priority: 4,
    setting: '{"drain":true}',
    max_input_tokens: 8_000,
  });
  const several = await bench.create({ key: 'sk-a\nsk-b', key_mode: 'round_robin', name: 'several' });
  await bench.testing.db
    .updateTable('channels')
    .set({ used_quota: 5, balance: 7, response_time_ms: 9, status: 3, status_reason: 'x' })
    .where('id', '=', source)
    .execute();
  const copy = async (id: number) => (await bench.admin.post(`/api/channel/copy/${id}`)).data.id;
  const id = await copy(source);
  const [before_, after_] = [await bench.read(source), await bench.read(id)];
  const { created_time, ...own } = after_;
  assert.ok(created_time > 0);
  assert.deepEqual(own, {
    ...Object.fromEntries(Object.entries(before_).filter(([name]) => name !== 'created_time')),
    id,
    name: `${'n'.repeat(95)}_copy`,
    status: 2,
    status_reason: '',
    other_info: '',
    used_quota: 0,
    balance: 0,
    response_time: 0,
  });
  assert.deepEqual(await bench.storedKeys(id), ['sk-upstream-canary']);
  assert.deepEqual(await bench.abilities(id), ['default/gpt-4o off 4 0', 'default/gpt-4o-mini off 4 0']);
  assert.deepEqual(await bench.storedKeys(await copy(several)), ['sk-a', 'sk-b']);
  assert.equal((await bench.admin.post('/api/channel/copy/987654')).success, false);
});

test('a copy leaves the keys off that are off, by whom they are, and comes on with those that the system switched off', async () => {
  const id = await bench.create({ key: 'sk-a\nsk-b\nsk-c', key_mode: 'random' });
  const { db } = bench.testing;
  const rows = (of: number) =>
    db.selectFrom('channel_keys').select(['id', 'status']).where('channel_id', '=', of).orderBy('id').execute();
  const keys = await rows(id);
  for (const [index, status] of [2, 1, 3].entries()) {
    await db
      .updateTable('channel_keys')
      .set({ status })
      .where('id', '=', keys[index]?.id as number)
      .execute();
  }
  const { data } = await bench.admin.post(`/api/channel/copy/${id}`);
  assert.deepEqual(
    (await rows(data.id)).map(({ status }) => status),
    [2, 1, 3],
  );
  await db.updateTable('channels').set({ status: 3 }).where('id', '=', id).execute();
  await db
    .updateTable('channel_keys')
    .set({ status: 3 })
    .where('channel_id', '=', id)
    .where('status', '=', 1)
    .execute();
  const second = (await bench.admin.post(`/api/channel/copy/${id}`)).data.id;
  assert.equal((await bench.admin.put('/api/channel/', { id: second, status: 1 })).data.status, 1);
  assert.deepEqual(
    (await rows(second)).map(({ status }) => status),
    [2, 1, 1],
  );
});

test('all models that channels have or usually have are listed once, by name', async () => {
  await bench.create({ models: 'zeta,gpt-4o,alpha' });
  const { data } = await bench.admin.get('/api/channel/models');
  const names: string[] = data.map(({ id }: { id: string }) => id);
  assert.deepEqual(names, [...new Set(names)].sort());
  for (const name of ['alpha', 'gpt-4o', 'zeta']) assert.ok(names.includes(name), name);
});
