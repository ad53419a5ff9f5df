import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { taskImageUrl } from '@switchyard/crypto';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { type FakeMidjourney, fakeMidjourney, picture } from '@switchyard/testing/hosts/midjourney';
import { startGateway, type TestGateway } from '../../../harness/gateway.ts';

describe('drawings', () => {
  let host: FakeMidjourney;
  let gateway: TestGateway;
  let key = '';
  let userId = 0;
  let channelId = 0;
  before(async () => {
    host = await fakeMidjourney('the-secret');
    gateway = await startGateway('memory', async (db, keys) => {
      await db.insertInto('options').values({ key: 'MjAccountFilterEnabled', value: 'true' }).execute();
      userId = await seedUser(db, { username: 'ada', balance: 1_000_000_000 });
      key = (await seedToken(db, keys, { userId })).key;
      await seedPrice(db, 'mj_imagine', { perCall: '0.1' });
      const channel = { type: 2, baseUrl: host.url, key: 'the-secret', models: ['mj_imagine'] };
      channelId = await seedChannel(db, keys, channel);
    });
  });
  after(async () => {
    await gateway?.close();
    await host?.close();
  });

  /** What is shown of a finished drawing whose picture was at this address. */
  async function show(taskId: string, imageUrl: string): Promise<Response> {
    const requestId = crypto.randomUUID();
    await gateway.db
      .insertInto('tasks')
      .values({
        request_id: requestId,
        platform: 'midjourney',
        task_id: taskId,
        user_id: userId,
        token_id: 1,
        channel_id: channelId,
        key_id: null,
        group: 'default',
        model: 'mj_imagine',
        action: 'IMAGINE',
        quota: 50_000,
        receipt: null,
        usage: '{}',
        status: 'SUCCESS',
        data: JSON.stringify({ imageUrl }),
        submitted_at: new Date(),
        started_at: null,
        finished_at: null,
      })
      .execute();
    return fetch(taskImageUrl(gateway.keys.taskLinkKey, gateway.url, requestId));
  }

  const asked = () => host.calls.filter(({ path }) => path === '/mj/task/list-by-condition').length;

  test('a picture whose link has ended is shown from where it is today', async () => {
    host.tasks.set('7', { id: '7', status: 'SUCCESS', progress: '100%', imageUrl: host.pictureUrl });
    const shown = await show('7', `${host.url}/ended.png?ex=65000000&is=64000000`);
    assert.equal(shown.status, 200);
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), picture);
    assert.equal(asked(), 1);
    assert.equal((await show('7', host.pictureUrl)).status, 200);
    assert.equal(asked(), 1, 'a link without an end is taken as it is');
  });

  test('an account is chosen by a filter, a speed is not', async () => {
    const answer = await fetch(`${gateway.url}/mj/submit/imagine`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'a fox', accountFilter: { instanceId: 'i-1', modes: ['TURBO'] } }),
    });
    assert.equal(answer.status, 200);
    const sent = host.calls.find(({ path }) => path === '/mj/submit/imagine');
    assert.deepEqual(JSON.parse(sent?.text ?? '').accountFilter, { instanceId: 'i-1' });
  });

  test('a refusal says that it is final, as on all other addresses', async () => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${gateway.url}/mj/task/nobody/fetch`, { headers });
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get('x-should-retry'), 'false');
    assert.deepEqual(await answer.json(), { code: 4, description: 'task_no_found', type: 'upstream_error' });
  });

  test('what is set, left out or looked through reaches a host in no other spelling', async () => {
    const odd = {
      AccountFilter: { modes: ['TURBO'] },
      accountfilter: { modes: ['TURBO'] },
      notifyhook: 'https://elsewhere.example',
      NOTIFY_HOOK: 'https://elsewhere.example',
      Prompt: 'a word that was not looked for',
      API_KEY: 'k',
    };
    const answer = await fetch(`${gateway.url}/mj/submit/imagine`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'a badger', base64Array: [], ...odd }),
    });
    assert.equal(answer.status, 200);
    const sent = host.calls.findLast(({ path }) => path === '/mj/submit/imagine');
    assert.deepEqual(JSON.parse(sent?.text ?? ''), { prompt: 'a badger', base64Array: [] });
  });
});
