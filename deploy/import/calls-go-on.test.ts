import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedUser } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { type Plant, startPlant } from '../tasks/plant.ts';
import { oneApi } from './gateways/one-api.ts';
import { moveIn } from './move-in.ts';
import { auditProblem } from './testing/installation.ts';
import { oneApiSample } from './testing/one-api-sample.ts';
import { sampleKeys } from './testing/sample-rows.ts';
import { sqliteSource } from './testing/source.ts';

let upstream: Upstream;
let plant: Plant;
before(async () => {
  upstream = await startUpstream({ keys: ['sk-upstream'] });
  const there = await sqliteSource(oneApiSample(upstream.url));
  plant = await startPlant('single node', async (db, keys) => {
    const root = { id: await seedUser(db, { username: 'root', role: 100, balance: 0 }), username: 'root' };
    const source = await there.open();
    await moveIn({ db, keys, root }, oneApi, source);
    await source.close();
  });
  await there.remove();
});
after(async () => {
  await plant.close();
  await upstream.close();
});

const chat = (key: string, model: string) =>
  plant.call(key, 'POST', '/v1/chat/completions', { model, messages: [{ role: 'user', content: 'Hello' }] });

test('a key of there calls here, through its channel, at the prices of there, from its balance', async () => {
  const { status, body } = await chat(sampleKeys.open, 'sample-model');
  assert.equal(status, 200, JSON.stringify(body));
  // Ratio 3, completion 2, group 0.5.
  const { prompt_tokens: prompt, completion_tokens: completion } = body.usage;
  const charge = Math.round((prompt + completion * 2) * 3 * 0.5);
  const account = async () => {
    const row = plant.db.selectFrom('accounts').innerJoin('users', 'id', 'user_id').selectAll('accounts');
    return row.where('username', '=', 'maple').executeTakeFirstOrThrow();
  };
  for (const until = Date.now() + 5_000; Date.now() < until && (await account()).request_count < 15; ) await sleep(50);
  const { balance, used_quota: used, request_count: requests } = await account();
  assert.deepEqual([balance, used, requests], [700_000 - charge, 9_000 + charge, 15]);
  assert.equal(auditProblem(plant.databaseUrl), undefined);
});

test('the limits of a key hold here', async () => {
  assert.equal((await chat(sampleKeys.narrow, 'mapped-model')).status, 403);
});
