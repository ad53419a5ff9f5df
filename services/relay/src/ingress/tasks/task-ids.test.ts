import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seedToken, seedUser } from '@switchyard/testing';
import { startGateway, type TestGateway } from '../../harness/gateway.ts';

let gateway: TestGateway;
let key = '';
before(async () => {
  gateway = await startGateway('memory', async (db, keys) => {
    const userId = await seedUser(db, { username: 'ada', balance: 1e9 });
    key = (await seedToken(db, keys, { userId })).key;
  });
});
after(() => gateway?.close());

async function ask(path: string, body?: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(gateway.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body ?? null,
  });
  return { status: answer.status, body: await answer.json() };
}

for (const [path, status] of [
  ['/v1/videos/%00', 404],
  ['/v1/videos/a%00b/content', 404],
  ['/v1/video/generations/%00', 404],
  ['/v1/videos?after=%00', 200],
  ['/mj/task/%00/fetch', 400],
  ['/mj/task/a%00b/image-seed', 400],
  ['/suno/fetch/%00', 400],
] as const) {
  test(`an id that no task can have is unknown like any other: ${path}`, async () => {
    assert.equal((await ask(path)).status, status);
  });
}

test('ids of any kind are asked about, and those that no task can have are left out', async () => {
  const body = '{"ids":["\\u0000","a\\u0000b","\\ud800",{"toString":1},[],null,7,true]}';
  assert.deepEqual(await ask('/suno/fetch', body), { status: 200, body: { code: 'success', message: '', data: [] } });
  assert.deepEqual(await ask('/mj/task/list-by-condition', body), { status: 200, body: [] });
});
