import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { serveTasks, type TaskServer } from '@switchyard/testing/hosts/task-server';
import { startGateway, type TestGateway, waitFor } from './harness/gateway.ts';

const model = 'gemini-test';
const geminiType = 24;
const mebibyte = 1_048_576;
const metricsToken = 'figures';
const firstByteMs = 500;

let answer: (response: ServerResponse) => void;
const files = createServer((_request, response) => answer(response));
let host: TaskServer;
let gateway: TestGateway;
let key = '';
let fileUrl = '';
before(async () => {
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  fileUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}/picture`;
  host = await serveTasks(() => ({
    body: {
      candidates: [{ content: { role: 'model', parts: [{ text: 'A picture.' }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 },
    },
  }));
  const seeding = async (db: TestGateway['db'], secrets: TestGateway['keys']) => {
    const userId = await seedUser(db, { username: 'ann', balance: 100_000_000 });
    key = (await seedToken(db, secrets, { userId })).key;
    await seedPrice(db, model, { input: '2', output: '8' });
    const setting = { timeouts: { firstByteMs } };
    await seedChannel(db, secrets, { type: geminiType, baseUrl: host.url, models: [model], setting });
  };
  gateway = await startGateway('memory', seeding, { metricsToken });
});
after(async () => {
  await gateway.close();
  await host.close();
  files.closeAllConnections();
  files.close();
});

async function askAbout(urls: readonly string[]): Promise<Response> {
  const content = urls.map((url) => ({ type: 'image_url', image_url: { url } }));
  return fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
  });
}

async function claimedBytes(): Promise<number> {
  const figures = await fetch(`${gateway.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/^switchyard_relay_body_bytes(?:{.*})? (\S+)$/m.exec(await figures.text())?.[1]);
}

const of = (type: string, body: Buffer) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': type }).end(body);

test('a client that names a bad file is told so, and no host is asked', async () => {
  const before_ = host.calls.length;
  answer = of('image/svg+xml', Buffer.from('<svg/>'));
  assert.equal((await askAbout([fileUrl])).status, 400);
  answer = of('image/png', Buffer.alloc(21 * mebibyte));
  const tooLarge = await askAbout([fileUrl]);
  assert.equal(tooLarge.status, 413, await tooLarge.text());
  const unread = await askAbout(['ftp://tides.example/a.png']);
  assert.equal(unread.status, 400);
  const { error } = (await unread.json()) as { error: { message: string; param: string } };
  assert.equal(error.param, 'messages.0.content.0.image_url');
  assert.match(error.message, /must be an http or https address, or a data URL in base64/);
  assert.equal(host.calls.length, before_);
});

test('a host that has little time is not given up while the client’s own file is on its way', async () => {
  answer = async (response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).write('x');
    await sleep(5 * firstByteMs);
    response.end('x');
  };
  const served = await askAbout([fileUrl]);
  assert.equal(served.status, 200, await served.text());
});

test('files take memory until the answer is over', async () => {
  let mostBytes = 0;
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).write(Buffer.alloc(8 * mebibyte));
    void waitFor(async () => {
      mostBytes = Math.max(mostBytes, await claimedBytes());
      return mostBytes >= 7 * mebibyte || undefined;
    }).finally(() => response.end());
  };
  const served = await askAbout([fileUrl]);
  assert.equal(served.status, 200, await served.text());
  assert.equal(mostBytes, 7 * mebibyte, 'the first is bounded by the number of requests');
  await waitFor(async () => (await claimedBytes()) === 0 || undefined);
});
