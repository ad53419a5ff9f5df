import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import type { TaskServer } from '@switchyard/testing/hosts/task-server';
import { startGateway, type TestGateway } from './harness/gateway.ts';
import { startTieredHost } from './harness/tiered-host.ts';

const messages = [{ role: 'user', content: 'When is low tide?' }];
let host: TaskServer;
let gateway: TestGateway;
let key = '';

before(async () => {
  host = await startTieredHost();
  gateway = await startGateway('memory', async (db, keys) => {
    const userId = await seedUser(db, { username: 'ada', balance: 1e9 });
    key = (await seedToken(db, keys, { userId })).key;
    for (const [type, model] of [
      [1, 'gpt-test'],
      [14, 'claude-sonnet-5-5'],
      [24, 'gemini-3.6-flash'],
    ] as const) {
      await seedPrice(db, model, { input: '2', output: '8' });
      await seedChannel(db, keys, { type, baseUrl: host.url, key: 'sk', models: [model] });
    }
  });
});
after(async () => {
  await gateway?.close();
  await host?.close();
});

test('no host is told of other models, or of what is paid for beside the model', async () => {
  const unpriced = {
    models: ['dear'],
    route: 'fallback',
    fallbacks: ['dear'],
    preset: 'dear',
    plugins: [{ id: 'web' }],
  };
  for (const [path, rest] of [
    ['/v1/chat/completions', { model: 'gpt-test', messages }],
    ['/v1/responses', { model: 'gpt-test', input: 'When is low tide?' }],
    ['/v1/messages', { model: 'claude-sonnet-5-5', messages, max_tokens: 9 }],
    ['/v1beta/models/gemini-3.6-flash:generateContent', { contents: [{ role: 'user', parts: [{ text: 'Tide?' }] }] }],
  ] as const) {
    const answer = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...rest, ...unpriced }),
    });
    assert.equal(answer.status, 200);
    const warned = Object.keys(unpriced).map((member) =>
      member === 'plugins'
        ? 'plugins: what it adds is paid for by the call and has no price here'
        : `${member}: only the model that is charged for may answer`,
    );
    assert.equal(answer.headers.get('x-switchyard-warning'), warned.join(', '));
    const body = JSON.parse(host.calls.at(-1)?.text ?? '') as object;
    assert.ok(Object.keys(rest).every((member) => member in body));
    assert.deepEqual(
      Object.keys(unpriced).filter((member) => member in body),
      [],
    );
  }
});
