import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ChannelBench, channelBench } from '../testing.ts';

let bench: ChannelBench;
before(async () => {
  bench = await channelBench();
});
after(() => bench.testing.close());

const edit = (body: object) => bench.admin.put('/api/channel/tag', body);

test('an edit overwrites every channel of the tag, and no other', async () => {
  const ids = [await bench.create({ tag: 'edited', models: 'a' }), await bench.create({ tag: 'edited', group: 'vip' })];
  const other = await bench.create({ tag: 'other' });
  const before_ = await bench.announced();
  const answer = await edit({
    tag: 'edited',
    new_tag: 'renamed',
    model_mapping: '{"x":"y"}',
    models: ['m1', 'm2'],
    groups: 'default,vip',
    priority: 7,
    weight: -3,
  });
  assert.deepEqual([answer.success, answer.data], [true, 2]);
  for (const id of ids) {
    const channel = await bench.read(id);
    assert.deepEqual(
      [channel.tag, JSON.parse(channel.model_mapping), channel.models, channel.group, channel.priority, channel.weight],
      ['renamed', { x: 'y' }, 'm1,m2', 'default,vip', 7, 0],
    );
    const reach = ['default/m1 on 7 0', 'default/m2 on 7 0', 'vip/m1 on 7 0', 'vip/m2 on 7 0'];
    assert.deepEqual(await bench.abilities(id), reach);
  }
  assert.equal((await bench.read(other)).models, 'gpt-4o,gpt-4o-mini');
  assert.equal(await bench.announced(), before_ + 1);
});

test('what is blank stays, an empty object clears the mapping, a blank new tag dissolves the tag', async () => {
  const id = await bench.create({ tag: 'blank', model_mapping: '{"x":"y"}' });
  await edit({ tag: 'blank', model_mapping: '', models: '', groups: [], priority: 1 });
  const kept = await bench.read(id);
  assert.deepEqual(
    [JSON.parse(kept.model_mapping), kept.models, kept.group],
    [{ x: 'y' }, 'gpt-4o,gpt-4o-mini', 'default'],
  );
  await edit({ tag: 'blank', model_mapping: '{}' });
  assert.equal((await bench.read(id)).model_mapping, '');
  await edit({ tag: 'blank', new_tag: ' ' });
  assert.equal((await bench.read(id)).tag, '');
});

for (const [change, said] of [
  [{}, /no modification/],
  [{ models: '', groups: null }, /no modification/],
  [{ model_mapping: 'nonsense' }, /not a JSON object/],
  [{ model_mapping: '{"a":"b","b":"a"}' }, /back to itself/],
  [{ models: 'a b' }, /not a model name/],
  [{ groups: 'nowhere' }, /no group nowhere/],
  [{ priority: -1000 }, /priority/],
  [{ tag: 'unknown', priority: 1 }, /No channel has the tag unknown/],
] as const) {
  test(`${JSON.stringify(change)} is refused and changes nothing`, async () => {
    const id = await bench.create({ tag: 'refused' });
    const before_ = await bench.read(id);
    const answer = await edit({ tag: 'refused', ...change });
    assert.equal(answer.success, false);
    assert.match(answer.message, said);
    assert.deepEqual(await bench.read(id), before_);
  });
}

test('a tag is switched off and on with all its channels', async () => {
  const ids = [await bench.create({ tag: 'switched' }), await bench.create({ tag: 'switched' })];
  await bench.testing.db
    .updateTable('channels')
    .set({ status: 3, status_reason: 'x' })
    .where('id', '=', ids[1] as number)
    .execute();
  const statuses = () => Promise.all(ids.map(async (id) => (await bench.read(id)).status));
  assert.equal((await bench.admin.post('/api/channel/tag/disabled', { tag: 'switched' })).data, 2);
  assert.deepEqual(await statuses(), [2, 2]);
  assert.match((await bench.abilities(ids[0] as number))[0] ?? '', / off /);
  assert.equal((await bench.admin.post('/api/channel/tag/enabled', { tag: 'switched' })).data, 2);
  assert.deepEqual(await statuses(), [1, 1]);
  assert.equal((await bench.read(ids[1] as number)).status_reason, '');
  assert.match((await bench.abilities(ids[0] as number))[0] ?? '', / on /);
  assert.equal((await bench.admin.post('/api/channel/tag/enabled', { tag: 'nowhere' })).success, false);
});

test('a channel whose keys the system had all switched off gets them back with its tag', async () => {
  const id = await bench.create({ key: 'sk-a\nsk-b', key_mode: 'random', tag: 'revived' });
  const { db } = bench.testing;
  await db.updateTable('channel_keys').set({ status: 3 }).where('channel_id', '=', id).execute();
  await bench.admin.post('/api/channel/tag/disabled', { tag: 'revived' });
  const statuses = async () => {
    const { items } = (await bench.admin.get(`/api/channel/${id}/keys`)).data;
    return items.map((key: { status: number }) => key.status);
  };
  assert.deepEqual(await statuses(), [3, 3]);
  await bench.admin.post('/api/channel/tag/enabled', { tag: 'revived' });
  assert.deepEqual(await statuses(), [1, 1]);
});

test('chosen channels get a tag, or lose theirs', async () => {
  const ids = [await bench.create(), await bench.create({ tag: 'old' })];
  const set = (body: object) => bench.admin.post('/api/channel/batch/tag', body);
  assert.equal((await set({ ids: [...ids, 987_654], tag: ' new ' })).data, 2);
  for (const id of ids) assert.equal((await bench.read(id)).tag, 'new');
  assert.equal((await set({ ids, tag: null })).data, 2);
  for (const id of ids) assert.equal((await bench.read(id)).tag, '');
  assert.match((await set({ ids: [], tag: 'x' })).message, /select channels first/);
});
