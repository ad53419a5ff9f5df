import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ChannelBench, channelBench } from '../testing.ts';

let bench: ChannelBench;
before(async () => {
  bench = await channelBench();
});
after(() => bench.testing.close());

const keysOf = async (id: number) => (await bench.admin.get(`/api/channel/${id}/keys`)).data;
const add = (id: number, body: object) => bench.admin.post(`/api/channel/${id}/keys`, body);
const change = (id: number, keyId: number, status: number) =>
  bench.admin.put(`/api/channel/${id}/keys/${keyId}`, { status });

/** A channel with three keys, and their ids. */
async function keyed(fields: object = {}) {
  const id = await bench.create({ key: 'sk-a\nsk-b\nsk-c', key_mode: 'round_robin', ...fields });
  const { items } = await keysOf(id);
  return { id, keyIds: items.map((key: { id: number }) => key.id) as number[] };
}

test('with an order, the lines of keys become one channel, and no key is ever answered', async () => {
  const id = await bench.create({ key: 'sk-a\nsk-b-canary-canary-canary\nsk-a', key_mode: 'round_robin' });
  assert.deepEqual(await bench.storedKeys(id), ['sk-a', 'sk-b-canary-canary-canary']);
  const { key_mode: mode, items } = await keysOf(id);
  assert.equal(mode, 'round_robin');
  assert.deepEqual(
    items.map((key: { mask: string; status: number }) => [key.mask, key.status]),
    [
      ['**********', 1],
      ['sk-b**********nary', 1],
    ],
  );
  assert.equal((await bench.read(id)).key_mode, 'round_robin');
});

test('service accounts come as a list, and are told apart by their address', async () => {
  const account = (name: string) => ({ client_email: `${name}@example.org`, private_key: 'secret' });
  const key = JSON.stringify([account('one'), account('two')], null, 2);
  const { items } = await keysOf(await bench.create({ key, key_mode: 'random' }));
  assert.deepEqual(
    items.map((item: { mask: string }) => item.mask),
    ['one@example.org', 'two@example.org'],
  );
});

test('keys are added to a channel of one key, which keeps its own; a key twice is one', async () => {
  const id = await bench.create({ key: 'sk-own' });
  assert.deepEqual(await keysOf(id), { key_mode: 'single', items: [] });
  const before_ = await bench.announced();
  assert.deepEqual((await add(id, { key: 'sk-more\nsk-own' })).data, { added: 1 });
  assert.deepEqual(await bench.storedKeys(id), ['sk-own', 'sk-more']);
  assert.equal((await keysOf(id)).key_mode, 'random');
  assert.equal(await bench.announced(), before_ + 1);
  assert.deepEqual((await add(id, { key: 'sk-third', key_mode: 'round_robin' })).data, { added: 1 });
  assert.equal((await keysOf(id)).key_mode, 'round_robin');
});

test('keys go off and on by hand; the last one that is on stays while its channel is on', async () => {
  const { id, keyIds } = await keyed();
  for (const keyId of keyIds.slice(0, 2)) assert.equal((await change(id, keyId, 2)).success, true);
  assert.match((await change(id, keyIds[2] as number, 2)).message, /last key that is on/);
  assert.match((await bench.admin.delete(`/api/channel/${id}/keys/${keyIds[2]}`)).message, /last key that is on/);
  const statuses = async () => (await keysOf(id)).items.map((key: { status: number }) => key.status);
  assert.deepEqual(await statuses(), [2, 2, 1]);
  await bench.admin.put('/api/channel/', { id, status: 2 });
  assert.equal((await change(id, keyIds[2] as number, 2)).success, true);
  assert.equal((await change(id, keyIds[0] as number, 1)).success, true);
  assert.deepEqual(await statuses(), [1, 2, 2]);
  assert.equal((await bench.read(id)).status, 2, 'switching a key on is no word about the channel');
});

test('a removed key is gone, the only one stays', async () => {
  const { id, keyIds } = await keyed();
  for (const keyId of keyIds.slice(0, 2)) {
    assert.equal((await bench.admin.delete(`/api/channel/${id}/keys/${keyId}`)).success, true);
  }
  assert.deepEqual(await bench.storedKeys(id), ['sk-c']);
  await bench.admin.put('/api/channel/', { id, status: 2 });
  assert.match((await bench.admin.delete(`/api/channel/${id}/keys/${keyIds[2]}`)).message, /only key/);
});

test('a key of another channel does not exist here', async () => {
  const [{ id }, other] = [await keyed(), await keyed()];
  const foreign = other.keyIds[0] as number;
  assert.equal((await change(id, foreign, 2)).message, 'This channel has no such key.');
  assert.equal((await bench.admin.delete(`/api/channel/${id}/keys/${foreign}`)).success, false);
  assert.equal((await add(987_654, { key: 'sk-x' })).message, 'This channel does not exist.');
});

test('what the system switched off comes back with a key, or with the channel', async () => {
  const { id, keyIds } = await keyed();
  const { db } = bench.testing;
  const systemOff = async () => {
    await db.updateTable('channel_keys').set({ status: 3, status_reason: 'x' }).where('channel_id', '=', id).execute();
    await db.updateTable('channels').set({ status: 3, status_reason: 'x' }).where('id', '=', id).execute();
    await db.updateTable('abilities').set({ enabled: false }).where('channel_id', '=', id).execute();
  };
  const statuses = async () => (await keysOf(id)).items.map((key: { status: number }) => key.status);
  await systemOff();
  await change(id, keyIds[1] as number, 1);
  assert.deepEqual([(await bench.read(id)).status, await statuses()], [1, [3, 1, 3]]);
  assert.deepEqual(await bench.abilities(id), ['default/gpt-4o on 0 0', 'default/gpt-4o-mini on 0 0']);
  await systemOff();
  await add(id, { key: 'sk-fresh' });
  assert.deepEqual([(await bench.read(id)).status, await statuses()], [1, [3, 3, 3, 1]]);
  await systemOff();
  await bench.admin.put('/api/channel/', { id, status: 1 });
  assert.deepEqual([(await bench.read(id)).status, await statuses()], [1, [1, 1, 1, 1]]);
});

test('a channel without a key that is on is not switched on, alone, with others or with its tag, and is named', async () => {
  const { id, keyIds } = await keyed({ name: 'keyless', tag: 'keyless' });
  const other = await bench.create({ tag: 'keyless' });
  await bench.admin.post('/api/channel/batch/disabled', { ids: [id, other] });
  for (const keyId of keyIds) await change(id, keyId, 2);
  for (const switchOn of [
    () => bench.admin.put('/api/channel/', { id, status: 1, key_mode: 'random' }),
    () => bench.admin.post('/api/channel/batch/enabled', { ids: [id, other] }),
    () => bench.admin.post('/api/channel/tag/enabled', { tag: 'keyless' }),
  ]) {
    const answer = await switchOn();
    assert.equal(answer.message, `No key of keyless (${id}) is on. Switch one on or add one first, then the channel.`);
    assert.deepEqual([(await bench.read(id)).status, (await bench.read(other)).status], [2, 2]);
    assert.equal((await bench.read(id)).key_mode, 'round_robin', 'all or nothing');
  }
  await change(id, keyIds[0] as number, 1);
  assert.equal((await bench.admin.post('/api/channel/tag/enabled', { tag: 'keyless' })).data, 2);
});

test('a channel that is on is changed as it was read though no key is on, and what is wrong with a key is told first', async () => {
  const { id, keyIds } = await keyed({ tag: 'rested' });
  await bench.admin.put('/api/channel/', { id, status: 2 });
  for (const keyId of keyIds) await change(id, keyId, 2);
  const answer = await bench.admin.put('/api/channel/', { id, status: 1, key: 'sk-new' });
  assert.match(answer.message, /several keys: add and remove them one by one/);
  await bench.testing.db.updateTable('channels').set({ status: 1 }).where('id', '=', id).execute();
  assert.equal((await bench.admin.put('/api/channel/', { id, status: 1, name: 'renamed' })).data.name, 'renamed');
  assert.equal((await bench.admin.post('/api/channel/tag/enabled', { tag: 'rested' })).data, 1);
});

test('a channel whose only key is off is switched on as one of a single key, which is then its own', async () => {
  const { id, keyIds } = await keyed();
  for (const keyId of keyIds.slice(1)) await bench.admin.delete(`/api/channel/${id}/keys/${keyId}`);
  await bench.admin.put('/api/channel/', { id, status: 2 });
  await change(id, keyIds[0] as number, 2);
  assert.equal((await bench.admin.put('/api/channel/', { id, status: 1, key_mode: 'single' })).data.status, 1);
  assert.deepEqual(await bench.storedKeys(id), ['sk-a']);
});

test('the order changes, and back to one key only when one is left', async () => {
  const { id, keyIds } = await keyed();
  const set = (mode: string) => bench.admin.put('/api/channel/', { id, key_mode: mode });
  assert.equal((await set('random')).data.key_mode, 'random');
  assert.match((await set('single')).message, /all keys but one/);
  assert.match((await bench.admin.put('/api/channel/', { id, key: 'sk-new' })).message, /one by one/);
  for (const keyId of keyIds.slice(1)) await bench.admin.delete(`/api/channel/${id}/keys/${keyId}`);
  assert.equal((await set('single')).data.key_mode, 'single');
  assert.deepEqual(await bench.storedKeys(id), ['sk-a']);
  assert.deepEqual((await keysOf(id)).items, []);
});

test('a test names the key that it is about', async () => {
  const { id, keyIds } = await keyed();
  await bench.admin.get(`/api/channel/test/${id}?key_id=${keyIds[1]}`);
  const { body } = bench.testing.relay.calls.at(-1) ?? {};
  assert.deepEqual(JSON.parse(body ?? ''), { channelId: id, keyId: keyIds[1] });
});

test('every change of keys is logged without them', async () => {
  const { id, keyIds } = await keyed({ name: 'logged', key: 'sk-canary-1\nsk-canary-2\nsk-canary-3' });
  await add(id, { key: 'sk-canary-4' });
  await change(id, keyIds[0] as number, 2);
  await bench.admin.delete(`/api/channel/${id}/keys/${keyIds[1]}`);
  const { items } = (await bench.admin.get('/api/log/?type=3&page_size=10')).data;
  const contents = items.map((item: { content: string }) => item.content).slice(0, 3);
  assert.deepEqual(contents, [
    `Removed key ********** of channel logged (${id})`,
    `Switched key ********** of channel logged (${id}) off`,
    `Added 1 keys to channel logged (${id})`,
  ]);
  assert.doesNotMatch(bench.testing.logged(), /sk-canary/);
});
