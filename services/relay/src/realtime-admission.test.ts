import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { notices } from '@switchyard/contracts';
import { seedChannel, seedPrice, seedToken } from '@switchyard/testing';
import { fakeRealtime } from '@switchyard/testing/hosts/realtime';
import { waitFor } from './harness/gateway.ts';
import { openRealtime, refusalOf } from './harness/realtime.ts';
import { model, type RealtimeBench, startRealtimeBench } from './harness/realtime-bench.ts';

let bench: RealtimeBench;
before(async () => {
  bench = await startRealtimeBench('memory');
});
after(() => bench?.close());
afterEach(() => bench?.reset());

test('the key may come as a protocol, as browsers send it, and stays here', async () => {
  const protocols = ['realtime', `openai-insecure-api-key.${bench.key}`, 'openai-beta.realtime-v1'];
  const client = await openRealtime(bench.gateway.url, model, { protocols });
  assert.equal(client.socket.protocol, 'realtime');
  const { headers } = bench.heardSession();
  assert.equal(headers['openai-beta'], 'realtime=v1');
  assert.equal(headers['sec-websocket-protocol'], undefined);
  assert.doesNotMatch(JSON.stringify(headers), new RegExp(bench.key));
  client.socket.close();
  await bench.final(client);
});

test('the model has the name that the channel knows', async () => {
  const client = await bench.open('mapped');
  assert.equal(bench.heardSession().query.get('model'), 'voice/upstream 2');
  client.socket.close();
  assert.equal((await bench.final(client)).upstreamModel, 'voice/upstream 2');
});

for (const [what, name, wanted, status, code] of [
  ['an unknown key', 'nobody', model, 401, 'invalid_key'],
  ['an expired key', 'expired', model, 401, 'token_expired'],
  ['another address', 'elsewhere', model, 403, 'access_denied'],
  ['a model that the key may not use', 'narrow', model, 403, 'model_not_allowed'],
  ['an unknown model', 'plain', 'nothing', 404, 'model_not_found'],
  ['a model without a name', 'plain', '', 400, 'invalid_request'],
  ['a model without a price', 'plain', 'unpriced', 400, 'model_price_error'],
  ['a price per minute', 'plain', 'by-minute', 400, 'model_price_error'],
  ['a balance that does not cover the first response', 'bankrupt', model, 403, 'insufficient_user_quota'],
  ['a key that does not cover it', 'limited', model, 403, 'pre_consume_token_quota_failed'],
] as const) {
  test(`${what} is refused with ${status} before the connection is upgraded`, async () => {
    bench.keys.nobody = 'A'.repeat(48);
    const before = bench.host.sessions.length;
    const refusal = await refusalOf(bench.openAs(name, wanted));
    assert.deepEqual([refusal.status, refusal.body.error.code], [status, code]);
    assert.equal(bench.host.sessions.length, before);
  });
}

test('a deployment at Azure is called its way', async () => {
  const azure = await fakeRealtime('azure-key', 'azure');
  await seedPrice(bench.gateway.db, 'deployed', { input: '1', output: '1' });
  await seedChannel(bench.gateway.db, bench.gateway.keys, {
    type: 3,
    baseUrl: azure.url,
    key: 'azure-key',
    models: ['deployed'],
  });
  await bench.gateway.bus.notify(notices.configChanged, '');
  const client = await waitFor(() => bench.open('deployed').catch(() => undefined));
  assert.equal(azure.sessions[0]?.headers.authorization, undefined);
  client.socket.close();
  await bench.final(client);
  await azure.close();
});

test('a channel of a host without such sessions is no channel', async () => {
  const refusal = await refusalOf(bench.open('speechless'));
  assert.deepEqual([refusal.status, refusal.body.error.code], [503, 'no_channel']);
});

test('a call without a WebSocket is told what to do', async () => {
  const answer = await fetch(`${bench.gateway.url}/v1/realtime?model=${model}`, {
    headers: { authorization: `Bearer ${bench.key}` },
  });
  assert.equal(answer.status, 400);
  assert.match(await answer.text(), /Connect with a WebSocket/);
});

test('upgrades elsewhere are answered like any call', async () => {
  const socket = openRealtime(`${bench.gateway.url}/nowhere`, model, {
    headers: { authorization: `Bearer ${bench.key}` },
  });
  assert.equal((await refusalOf(socket)).status, 404);
});

test('one session at a time is one, and free again when it ends', async () => {
  const first = await bench.openAs('single');
  assert.equal((await refusalOf(bench.openAs('single'))).status, 429);
  first.socket.close();
  await bench.final(first);
  const again = await waitFor(() => bench.openAs('single').catch(() => undefined));
  again.socket.close();
});

test('a host that refuses, or greets with an error, is passed over', async () => {
  bench.host.refusal = { status: 500, body: { error: { message: 'down' } } };
  const first = await bench.open('failing');
  first.socket.close();
  const { tries } = await bench.final(first);
  assert.deepEqual(
    tries.map(({ status }) => status),
    [500, 101],
  );
  bench.host.greeting = { type: 'error', error: { type: 'server_error', code: null, message: 'no' } };
  (await bench.open('failing')).socket.close();
  assert.equal(bench.second.sessions.length, 2);
});

test("a refused channel key is never the client's 401, and its text stays here", async () => {
  bench.host.refusal = { status: 401, body: { error: { message: 'Bad key sk-upstream-1', code: 'invalid_api_key' } } };
  const { status, headers, body } = await refusalOf(bench.open());
  assert.equal(status, 502);
  assert.doesNotMatch(JSON.stringify(body), /sk-upstream/);
  const event = await bench.finalOf(headers['x-oneapi-request-id'] as string);
  assert.deepEqual([event.ended, event.charge], ['upstream_failed', 0]);
});

test('an address that no channel may have is not called', async () => {
  const client = await bench.open('walled');
  client.socket.close();
  const event = await bench.final(client);
  assert.deepEqual(
    event.tries.map(({ status }) => status),
    [0, 101],
  );
});

test('a session of a key that is disabled ends', async () => {
  const { id, key: doomed } = await seedToken(bench.gateway.db, bench.gateway.keys, { userId: bench.userId });
  const client = await bench.open(model, { authorization: `Bearer ${doomed}` });
  await bench.gateway.db.updateTable('tokens').set({ status: 2 }).where('id', '=', id).execute();
  await bench.gateway.bus.notify(notices.tokenChanged(id), '');
  assert.equal(await client.closed, 1008);
  assert.equal((client.events.at(-1) as { error: { code: string } }).error.code, 'token_disabled');
});
