import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { Host } from './host.ts';
import { jsonReply } from './reply.ts';
import { startHost } from './start-host.ts';

const echo: Host = {
  name: 'echo',
  handle: ({ path, query, json }) => (path === '/echo' ? jsonReply(200, { ...json(), q: query.get('q') }) : undefined),
};
const host = await startHost(echo);
after(() => host.close());
beforeEach(() => {
  host.delivery.sliceBytes = undefined;
  host.delivery.cutAfterBytes = undefined;
});
const ask = () => fetch(`${host.url}/echo?q=1`, { method: 'POST', body: '{"tide": "low"}' });

test('remembers what was asked and what was answered', async () => {
  assert.deepEqual(await (await ask()).json(), { tide: 'low', q: '1' });
  const last = host.requests().at(-1);
  assert.deepEqual(last?.json(), { tide: 'low' });
  assert.equal(last?.host, 'echo');
  assert.equal(last?.reply.status, 200);
});

test('bodies in slices are the same bytes', async () => {
  host.delivery.sliceBytes = 1;
  const reply = await ask();
  let pieces = 0;
  let text = '';
  for await (const piece of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    pieces++;
    text += piece;
  }
  assert.equal(text, '{"tide":"low","q":"1"}');
  assert.ok(pieces > 1, 'the body came in one piece');
});

test('a connection is cut after so many bytes', async () => {
  host.delivery.cutAfterBytes = 5;
  const reply = await ask();
  assert.equal(reply.status, 200);
  await assert.rejects(reply.text());
});

test('a path that no host knows is not found, and recorded', async () => {
  assert.equal((await fetch(`${host.url}/nowhere`)).status, 404);
  assert.match(host.requests().at(-1)?.reply.refusal ?? '', /GET \/nowhere/);
});
