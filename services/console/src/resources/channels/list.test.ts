import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ChannelBench, channelBench } from './testing.ts';

let bench: ChannelBench;
let ids: { red1: number; red2: number; blue: number; plain: number; keyed: number };
before(async () => {
  bench = await channelBench();
  ids = {
    red1: await bench.create({ name: 'red one', tag: 'red', key: 'sk-red-one' }),
    blue: await bench.create({ name: 'blue', tag: 'blue', priority: 5 }),
    plain: await bench.create({ name: 'plain', priority: 3 }),
    red2: await bench.create({ name: 'red two', tag: 'red', priority: 9, group: 'vip' }),
    keyed: await bench.create({ name: 'keyed', key: 'sk-k1\nsk-k2', key_mode: 'random', tag: 'channel 1' }),
  };
});
after(() => bench.testing.close());

const found = async (query: string, path = '/api/channel/search') => {
  const { data } = await bench.admin.get(`${path}?${query}`);
  return { ids: data.items.map(({ id }: { id: number }) => id), total: data.total };
};

test('a channel is found by its whole key, also by one of several, and by no part of it', async () => {
  assert.deepEqual((await found('keyword=sk-red-one')).ids, [ids.red1]);
  assert.deepEqual((await found('keyword=%20sk-k2%20')).ids, [ids.keyed]);
  assert.deepEqual((await found('keyword=sk-red')).ids, []);
  await bench.admin.put('/api/channel/', { id: ids.red1, key: 'sk-red-new' });
  assert.deepEqual((await found('keyword=sk-red-one')).ids, []);
  assert.deepEqual((await found('keyword=sk-red-new')).ids, [ids.red1]);
});

test('search and list narrow alike, by name, id, group and model', async () => {
  for (const path of ['/api/channel/search', '/api/channel/']) {
    assert.deepEqual((await found('keyword=RED', path)).ids, [ids.red2, ids.red1]);
    assert.deepEqual((await found(`keyword=${ids.plain}`, path)).ids, [ids.plain]);
    assert.deepEqual((await found('group=vip', path)).ids, [ids.red2]);
    assert.deepEqual((await found('model=4o-mini&keyword=blue', path)).ids, [ids.blue]);
  }
});

test('the list narrows by status, type and tag, and tags are named once each', async () => {
  await bench.admin.put('/api/channel/', { id: ids.plain, status: 2, type: 8 });
  assert.deepEqual((await found('status=2')).ids, [ids.plain]);
  assert.deepEqual((await found('status=1&tag=red')).ids, [ids.red2, ids.red1]);
  assert.deepEqual((await found('type=8')).ids, [ids.plain]);
  assert.deepEqual(await found('tag=red&tag_mode=true'), { ids: [ids.red2, ids.red1], total: 1 });
  assert.deepEqual((await bench.admin.get('/api/channel/tags')).data, ['blue', 'channel 1', 'red']);
  await bench.admin.put('/api/channel/', { id: ids.plain, status: 1, type: 1 });
});

test('in tag mode a page counts tags, whose channels stand together; those without a tag stand alone', async () => {
  const all = [ids.red2, ids.red1, ids.blue, ids.plain, ids.keyed];
  assert.deepEqual(await found('tag_mode=true'), { ids: all, total: 4 });
  assert.deepEqual(await found('tag_mode=true&page_size=1'), { ids: [ids.red2, ids.red1], total: 4 });
  assert.deepEqual(await found('tag_mode=true&page_size=2&p=2'), { ids: [ids.plain, ids.keyed], total: 4 });
  assert.deepEqual(await found('tag_mode=true&page_size=2&p=9'), { ids: [], total: 4 });
  assert.deepEqual(await found('tag_mode=true&group=vip'), { ids: [ids.red2], total: 1 });
  assert.deepEqual((await found('tag_mode=true&id_sort=true')).ids.slice(0, 3), [ids.keyed, ids.red2, ids.red1]);
});

test('priority and weight change alone, weight below 0 is 0', async () => {
  const put = async (change: object) => (await bench.admin.put('/api/channel/', { id: ids.plain, ...change })).data;
  assert.deepEqual([(await put({ priority: 8 })).priority, (await put({ weight: -5 })).weight], [8, 0]);
  const channel = await put({ weight: 6 });
  assert.deepEqual([channel.name, channel.priority, channel.weight], ['plain', 8, 6]);
  assert.deepEqual(await bench.abilities(ids.plain), ['default/gpt-4o on 8 6', 'default/gpt-4o-mini on 8 6']);
});
