import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { type FakeVideoHost, fakeVideoHost } from '@switchyard/testing/hosts/video';
import { startGateway, type TestGateway } from '../../../harness/gateway.ts';

describe('videos', () => {
  let host: FakeVideoHost;
  let gateway: TestGateway;
  let key = '';
  let userId = 0;
  let channelId = 0;
  before(async () => {
    host = await fakeVideoHost('key-0');
    gateway = await startGateway('memory', async (db, keys) => {
      userId = await seedUser(db, { username: 'ada', balance: 1_000_000_000 });
      key = (await seedToken(db, keys, { userId })).key;
      await seedPrice(db, 'film', { perSecond: '0.05' });
      channelId = await seedChannel(db, keys, { baseUrl: host.url, key: 'key-0', models: ['film'] });
    });
  });
  after(async () => {
    await gateway?.close();
    await host?.close();
  });

  /** What the host is asked for when a client asks for this. */
  async function sent(path: string, body: object): Promise<unknown> {
    const answer = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200, await answer.text());
    return JSON.parse(host.calls.findLast(({ method }) => method === 'POST')?.text ?? '');
  }

  const longer = {
    resolution: '1080p',
    n: 4,
    Seconds: '15',
    metadata: { duration: 15, seed: 7 },
    Metadata: { seconds: 15 },
  };

  test('an order reaches its host as it was priced', async () => {
    const order = { model: 'film', prompt: 'a fox', seconds: '4', size: '720x1280' };
    assert.deepEqual(await sent('/v1/videos', { ...order, ...longer }), { ...order, metadata: { seed: 7 } });
    const event = await gateway.event(({ model }) => model === 'film');
    assert.equal(event.charge, 4 * 25_000);
  });

  test('a member that is no JSON is refused, and no channel is blamed for it', async () => {
    const posts = () => host.calls.filter(({ method }) => method === 'POST').length;
    const before = posts();
    for (let i = 0; i < 6; i++) {
      const answer = await fetch(`${gateway.url}/v1/videos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"model":"film","prompt":"a fox","seconds":"4","metadata":{a}}',
      });
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /metadata|not valid JSON/);
    }
    assert.equal(posts(), before);
    await sent('/v1/videos', { model: 'film', prompt: 'a fox', seconds: '4' });
  });

  test('a remix is as long and as large as what it was made from', async () => {
    await gateway.db
      .insertInto('tasks')
      .values({
        request_id: crypto.randomUUID(),
        platform: 'video',
        task_id: 'video_1',
        user_id: userId,
        token_id: 1,
        channel_id: channelId,
        key_id: null,
        group: 'default',
        model: 'film',
        action: 'GENERATE',
        quota: 100_000,
        receipt: null,
        usage: JSON.stringify({ seconds: 4 }),
        status: 'SUCCESS',
        data: '{}',
        submitted_at: new Date(),
        started_at: null,
        finished_at: null,
      })
      .execute();
    const asked = { prompt: 'a blue fox', seconds: '15', size: '1920x1080', model: 'dear', ...longer };
    assert.deepEqual(await sent('/v1/videos/video_1/remix', asked), { prompt: 'a blue fox', metadata: { seed: 7 } });
  });
});
