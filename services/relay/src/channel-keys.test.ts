import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type ChannelNotice, notices } from '@switchyard/contracts';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { type FakeSuno, fakeSuno } from '@switchyard/testing/hosts/suno';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { startGateway, type TestGateway, waitFor } from './harness/gateway.ts';
import { internalCall } from './harness/internal-call.ts';

/** Each test has a channel and a model of its own, so that none disturbs another. */
const keysOf: Record<string, string[]> = {
  turns: ['turn-1', 'turn-2', 'turn-3'],
  refused: ['refused', 'sound-1', 'sound-2'],
  saturated: ['busy', 'idle'],
  named: ['cache-1', 'cache-2', 'cache-3'],
  phrase: ['poor', 'rich'],
  off: ['off-1', 'off-2'],
  explained: ['explained-1', 'explained-2'],
};
const ids: Record<string, number> = {};

describe('a channel with several keys', () => {
  let upstream: Upstream;
  let songs: FakeSuno;
  let gateway: TestGateway;
  let key = '';
  const heard: ChannelNotice[] = [];

  before(async () => {
    const accepted = Object.values(keysOf)
      .flat()
      .filter((one) => one !== 'refused');
    upstream = await startUpstream({ keys: [...accepted, 'sk-upstream'] });
    songs = await fakeSuno('singer');
    gateway = await startGateway('memory', async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 10_000_000 });
      key = (await seedToken(db, keys, { userId })).key;
      for (const [model, own] of Object.entries(keysOf)) {
        await seedPrice(db, model, { input: '2', output: '8' });
        ids[model] = await seedChannel(db, keys, { baseUrl: upstream.url, models: [model], keys: own, name: model });
      }
      ids.suno_music = await seedChannel(db, keys, {
        type: 36,
        baseUrl: songs.url,
        models: ['suno_music'],
        keys: ['strange', 'singer'],
      });
      ids.suno_lyrics = await seedChannel(db, keys, {
        type: 36,
        baseUrl: songs.url,
        models: ['suno_lyrics'],
        keys: ['strange', 'stranger'],
      });
      ids.other = await seedChannel(db, keys, { baseUrl: upstream.url, models: ['explained'], groups: ['vip'] });
    });
    await gateway.bus.listen(notices.channelFailed, (_subject, payload) => heard.push(JSON.parse(payload)));
  });
  after(async () => {
    await gateway?.close();
    await upstream?.close();
    await songs?.close();
  });
  afterEach(() => upstream.reset());

  const ask = (model: string, more: object = {}) =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: model }], ...more }),
    });
  const asked = (model: string) => upstream.requests(model).map((request) => request.key);
  const noticesOf = (model: string) => heard.filter(({ channelId }) => channelId === ids[model]);
  const keyId = async (model: string, at: number) =>
    (
      await gateway.db
        .selectFrom('channel_keys')
        .select('id')
        .where('channel_id', '=', ids[model] as number)
        .orderBy('id')
        .execute()
    )[at]?.id as number;

  test('takes them in turn', async () => {
    for (let turn = 0; turn < 6; turn++) assert.equal((await ask('turns')).status, 200);
    const used = asked('turns');
    assert.deepEqual(used.slice(0, 3).toSorted(), keysOf.turns);
    assert.deepEqual(used.slice(3), used.slice(0, 3));
  });

  test('goes on with another key when one is refused, which rests and is reported, not the channel', async () => {
    for (let turn = 0; turn < 6; turn++) assert.equal((await ask('refused')).status, 200);
    assert.equal(asked('refused').filter((one) => one === 'refused').length, 1);
    assert.equal(asked('refused').length, 7);
    const [notice, ...more] = await waitFor(() => (noticesOf('refused').length > 0 ? noticesOf('refused') : undefined));
    assert.deepEqual(more, []);
    assert.equal(notice?.keyId, await keyId('refused', 0));
    assert.equal(notice?.cause, 'credential');
    assert.doesNotMatch(notice?.reason ?? '', /sound/);
  });

  test('lets only the key rest that is asked to wait', async () => {
    upstream.script({
      behaviour: { status: 429, retryAfter: '30', body: { error: { message: 'slow' } } },
      when: { key: 'busy' },
      times: 0,
    });
    for (let turn = 0; turn < 4; turn++) assert.equal((await ask('saturated')).status, 200);
    assert.equal(asked('saturated').filter((one) => one === 'busy').length, 1);
    assert.equal(asked('saturated').filter((one) => one === 'idle').length, 4);
  });

  test('keeps a conversation that the client names at the key that has its prompt', async () => {
    for (let turn = 0; turn < 6; turn++) await ask('named', { prompt_cache_key: 'tide-table' });
    assert.equal(new Set(asked('named')).size, 1);
  });

  test('takes a phrase of the option AutomaticDisableKeywords for a refusal, but not in a fault of the client', async () => {
    const body = { error: { message: 'You exceeded your current QUOTA here', type: 'server_error' } };
    upstream.script({ behaviour: { status: 500, body }, when: { key: 'poor' }, times: 0 });
    for (let turn = 0; turn < 4; turn++) assert.equal((await ask('phrase')).status, 200);
    assert.equal(asked('phrase').filter((one) => one === 'poor').length, 1);
    await waitFor(() => noticesOf('phrase')[0]);
    const faults = { error: { message: 'permission denied is no tool', type: 'invalid_request_error' } };
    upstream.script({ behaviour: { status: 400, body: faults }, when: { model: 'turns' } });
    assert.equal((await ask('turns')).status, 400);
    assert.deepEqual(noticesOf('turns'), []);
  });

  test('uses no key that is off, and is passed over when none is on', async () => {
    const switchOff = async (at: number) => {
      await gateway.db
        .updateTable('channel_keys')
        .set({ status: 3 })
        .where('id', '=', await keyId('off', at))
        .execute();
      await gateway.bus.notify(notices.configChanged, '');
    };
    await switchOff(0);
    await waitFor(async () => {
      upstream.reset();
      await ask('off');
      await ask('off');
      return asked('off').every((one) => one === 'off-2') ? true : undefined;
    });
    await switchOff(1);
    const { status } = await waitFor(async () => {
      const answer = await ask('off');
      return answer.status === 200 ? undefined : answer;
    });
    assert.equal(status, 404);
    const [excluded] = (await explain('off')).excluded;
    assert.deepEqual(excluded, { channelId: ids.off, name: 'off', reason: 'None of its keys can be used.' });
  });

  test('has a task asked about with the key that began it', async () => {
    const submit = () =>
      fetch(`${gateway.url}/suno/submit/MUSIC`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'a song about tides' }),
      });
    for (let turn = 0; turn < 2; turn++) assert.equal((await submit()).status, 200);
    assert.equal(songs.tasks.size, 2);
    const [wrong, right] = [await keyId('suno_music', 0), await keyId('suno_music', 1)];
    const { task } = await gateway.event((event) => event.task !== undefined);
    assert.equal(task?.keyId, right);
    const poll = (keyId: number) => ({ channelId: ids.suno_music, keyId, platform: 'suno', taskIds: [task?.taskId] });
    const { reports } = await internal('tasks/poll', poll(right));
    assert.equal((reports as object[]).length, 1);
    await assert.rejects(internal('tasks/poll', poll(wrong)));
    assert.deepEqual(await internal('tasks/poll', poll(987_654)), { lost: true, reports: [] });
  });

  test('says nothing of a refused key in the log of who asked for a task', async () => {
    const answer = await fetch(`${gateway.url}/suno/submit/LYRICS`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'a song that nobody sings' }),
    });
    assert.ok(answer.status >= 500);
    const { error, channelId } = await gateway.event((event) => event.model === 'suno_lyrics');
    assert.equal(channelId, ids.suno_lyrics);
    assert.doesNotMatch(error ?? '', /secret|token|unauthorized|refused/i);
  });

  test('is tested with the key that is named', async () => {
    for (const [at, success] of [false, true].entries()) {
      const result = await internal('channels/test', { channelId: ids.refused, keyId: await keyId('refused', at) });
      assert.deepEqual([result.success, result.refused], [success, !success]);
      assert.equal((result.reply as string).length > 0, success);
    }
  });

  test('is tested without beginning a task where its host only runs tasks', async () => {
    const result = await internal('channels/test', { channelId: ids.suno_music, keyId: await keyId('suno_music', 1) });
    assert.deepEqual([result.success, result.message], [true, '']);
    const wrong = await internal('channels/test', { channelId: ids.suno_music, keyId: await keyId('suno_music', 0) });
    assert.deepEqual([wrong.success, wrong.refused], [false, true]);
    assert.equal(songs.tasks.size, 2);
  });

  test('is explained: who would serve, with what share, and why others would not', async () => {
    const before = await explain('explained');
    assert.deepEqual(before, {
      tiers: [[{ channelId: ids.explained, name: 'explained', weight: 0, share: 1 }]],
      excluded: [{ channelId: ids.other, name: 'test', reason: 'It does not serve the group default.' }],
    });
    assert.deepEqual((await explain('explained', 'realtime-not-spoken')).tiers, []);
    upstream.script({ behaviour: { status: 503 }, when: { model: 'explained' }, times: 0 });
    for (let turn = 0; turn < 6; turn++) await ask('explained');
    const { tiers, excluded } = await explain('explained');
    assert.deepEqual(tiers, []);
    assert.match(excluded[0]?.reason ?? '', /^Its breaker is open until \d{4}-/);
    const set = { status: 3, status_reason: 'no money' };
    await gateway.db
      .updateTable('channels')
      .set(set)
      .where('id', '=', ids.other as number)
      .execute();
    const reasons = (await explain('explained')).excluded.map(({ reason }) => reason);
    assert.equal(reasons[1], 'The system has switched it off: no money');
    assert.deepEqual(await explain('nobody-has-it'), { tiers: [], excluded: [] });
  });

  async function explain(model: string, operation = 'chat') {
    const question = { group: 'default', model, operation };
    return (await internal('routing/explain', question)) as unknown as {
      tiers: object[][];
      excluded: { channelId: number; name: string; reason: string }[];
    };
  }

  const internal = (path: string, body: object) => internalCall(gateway, path, body);
});
