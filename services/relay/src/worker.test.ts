import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sealOption } from '@switchyard/crypto';
import { parseCidrs } from '@switchyard/http';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { serveTasks, type TaskServer } from '@switchyard/testing/hosts/task-server';
import { type FakeFetchWorker, fakeFetchWorker } from '@switchyard/testing/third-parties/fetch-worker';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { openPicture } from './ingress/tasks/midjourney/open-picture.ts';

const model = 'gemini-test';
const geminiType = 24;
const picture = Buffer.from('89504e470d0a1a0a', 'hex');
const nowhere = parseCidrs('');

let worker: FakeFetchWorker;
let host: TaskServer;
let gateway: TestGateway;
let key = '';
before(async () => {
  worker = await fakeFetchWorker();
  host = await serveTasks(() => ({
    body: {
      candidates: [{ content: { role: 'model', parts: [{ text: 'A picture.' }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 },
    },
  }));
  gateway = await startGateway('memory', async (db, secrets) => {
    const userId = await seedUser(db, { username: 'ann', balance: 100_000_000 });
    key = (await seedToken(db, secrets, { userId })).key;
    const sealed = sealOption(secrets.optionKey, 'WorkerValidKey', worker.key);
    for (const [name, value] of Object.entries({ WorkerUrl: worker.url, WorkerValidKey: sealed }))
      await db.insertInto('options').values({ key: name, value }).execute();
    await seedPrice(db, model, { input: '2', output: '8' });
    await seedChannel(db, secrets, { type: geminiType, baseUrl: host.url, models: [model] });
  });
});
after(async () => {
  await gateway.close();
  await host.close();
  await worker.close();
});

async function askAbout(url: string): Promise<Response> {
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url } },
  ];
  return fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
  });
}

test('pictures that clients name are fetched by the worker, when there is one', async () => {
  worker.answer = () => ({ status: 200, type: 'image/png', body: picture });
  const answer = await askAbout('https://1.1.1.1/picture.png');
  assert.equal(answer.status, 200, await answer.text());
  assert.deepEqual(
    worker.orders.map(({ url }) => url),
    ['https://1.1.1.1/picture.png'],
  );
  assert.ok(host.calls.at(-1)?.text.includes(picture.toString('base64')));
});

test('what the worker does not get is refused with the reason', async () => {
  worker.answer = () => ({ status: 404, type: 'text/plain', body: 'gone' });
  const gone = await askAbout('https://1.1.1.1/gone.png');
  assert.equal(gone.status, 400);
  assert.match(await gone.text(), /answered 404/);
  const inside = await askAbout('https://10.0.0.1/inside.png');
  assert.match(await inside.text(), /not public/);
});

test('drawings are fetched by the worker', async () => {
  worker.answer = () => ({ status: 200, type: 'image/png', body: picture });
  const { type, bytes } = await openPicture('https://1.1.1.1/drawing.png', nowhere, {
    url: worker.url,
    key: worker.key,
    allow: parseCidrs('127.0.0.0/8'),
  });
  assert.equal(type, 'image/png');
  assert.deepEqual(Buffer.concat(await bytes.toArray()), picture);
});
