import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { Type } from 'typebox';
import { signIn } from '../single-node/demo/console-client.ts';
import { until } from '../tasks/books.ts';
import { type CollectedSpan, type Collector, startCollector } from './testing/collector.ts';
import { type Installation, startInstallation } from './testing/installation.ts';

const model = 'model-that-fails-over';
const prompt = 'canary-prompt-of-a-customer';
const clientsTrace = '0123456789abcdef0123456789abcdef';
const privateKey = '-----BEGIN PRIVATE KEY-----\ncanary-private-key\n-----END PRIVATE KEY-----\n';
const keyFile = { type: 'service_account', client_email: 'canary@example.com', private_key: privateKey };
const secrets = {
  channelKey: 'sk-canary-key-of-a-channel',
  metricsToken: 'canary-token-of-the-metrics',
  collectorsKey: 'canary-key-of-the-collector',
  wrongPassword: 'canary-wrong-password',
  privateKey: 'canary-private-key',
};
/** OpenTelemetry's numbers of kinds of spans. */
const kinds = { server: 2, client: 3, consumer: 5 };

let broken: Upstream;
let sound: Upstream;
let collector: Collector;
let installation: Installation;
let key = '';

before(async () => {
  [broken, sound, collector] = [await startUpstream(), await startUpstream(), await startCollector()];
  const body = { error: { message: `Trouble with the request of ${secrets.channelKey}`, code: 'server_error' } };
  broken.script({ behaviour: { status: 500, body }, times: 0 });
  const settings = {
    LOG_LEVEL: 'trace',
    METRICS_TOKEN: secrets.metricsToken,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${secrets.collectorsKey}`,
  };
  installation = await startInstallation(settings, async (db, keys) => {
    const userId = await seedUser(db, { username: 'ada', balance: 1_000_000 });
    key = (await seedToken(db, keys, { userId })).key;
    await seedPrice(db, model, { input: '2', output: '8' });
    const channel = { models: [model], key: secrets.channelKey };
    await seedChannel(db, keys, { ...channel, baseUrl: broken.url, priority: 10 });
    await seedChannel(db, keys, { ...channel, baseUrl: sound.url });
  });
});
after(async () => {
  await installation?.close();
  for (const server of [collector, broken, sound]) await server?.close();
});

async function ask(): Promise<string> {
  const response = await fetch(`${installation.addresses.console}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      traceparent: `00-${clientsTrace}-0123456789abcdef-01`,
    },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: prompt }] }),
  });
  assert.equal(response.status, 200);
  await response.text();
  return response.headers.get('x-oneapi-request-id') ?? assert.fail('no request id');
}

/** Spans of one request, once there are so many. */
function traceOf(requestId: string, count: number): Promise<CollectedSpan[]> {
  return until(async () => {
    const { spans } = collector;
    const first = spans.find(({ attributes }) => attributes['switchyard.request.id'] === requestId);
    const trace = spans.filter(({ traceId }) => traceId === first?.traceId);
    return trace.length >= count ? trace : undefined;
  });
}

test('a call is one trace: the request, each call to a channel below it, and what billing made of it', async () => {
  const requestId = await ask();
  const trace = await traceOf(requestId, 4);
  assert.equal(trace.length, 4);
  const [request = assert.fail()] = trace.filter(({ kind }) => kind === kinds.server);
  assert.equal(request.service, 'switchyard-relay');
  assert.equal(request.name, `chat ${model}`);
  assert.equal(request.attributes['gen_ai.request.model'], model);
  assert.equal(request.attributes['switchyard.outcome'], 'done');
  for (const span of trace) if (span !== request) assert.equal(span.parentSpanId, request.spanId);
  const calls = trace.filter(({ kind }) => kind === kinds.client);
  assert.deepEqual(calls.map(({ attributes }) => attributes['error.type']).sort(), ['500', undefined]);
  assert.ok(calls.every(({ durationMs }) => durationMs <= request.durationMs + 2));
  const [settled = assert.fail()] = trace.filter(({ kind }) => kind === kinds.consumer);
  assert.equal(settled.service, 'switchyard-billing');
  const row = await rowOf(requestId);
  assert.equal(Number(settled.attributes['switchyard.charged_quota']), row.quota);
  assert.equal(Number(request.attributes['gen_ai.usage.input_tokens']), row.prompt_tokens);
});

test('what a client says of its trace is not believed unless the operator says so', async () => {
  await traceOf(await ask(), 4);
  assert.ok(collector.spans.every(({ traceId }) => traceId !== clientsTrace));
});

test('the id that the client gets leads to the lines of the log, the row of the log and the trace', async () => {
  const requestId = await ask();
  await traceOf(requestId, 4);
  await rowOf(requestId);
  const line = linesOf('relay').find((candidate) => candidate.requestId === requestId);
  assert.equal(line?.msg, 'a channel failed');
});

test('no secret reaches a line of the log or a span, of any service', async () => {
  const { addresses, administrator } = installation;
  await assert.rejects(signIn(addresses.console, administrator.username, secrets.wrongPassword));
  const operator = await signIn(addresses.console, administrator.username, administrator.password);
  const login = await fetch(`${addresses.console}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  const cookies = login.headers.getSetCookie().map((cookie) => /=([^;]*)/.exec(cookie)?.[1] ?? '');
  for (const fields of [
    { type: 1, key: secrets.channelKey, base_url: 'http://127.0.0.1:9' },
    { type: 41, key: JSON.stringify(keyFile), other: 'global' },
  ]) {
    const channel = { ...fields, name: 'canary', models: 'canary', group: 'default', test_model: 'canary' };
    const { ids } = await operator.call(
      'POST',
      '/api/channel/',
      Type.Object({ ids: Type.Array(Type.Integer()) }),
      channel,
    );
    await operator.call('GET', `/api/channel/test/${ids[0]}`, Type.Unknown()).catch(() => {});
  }
  await fetch(`${addresses.relay}/v1beta/models/canary:generateContent?key=${key}`, { method: 'POST', body: '{' });
  await fetch(`${addresses.relay}/v1/models`, {
    headers: { authorization: 'Basic canary-of-basic', cookie: 'a=canary' },
  });
  await fetch(`${addresses.billing}/metrics`, { headers: { authorization: `Bearer ${secrets.metricsToken}` } });
  await ask();
  await until(async () => collector.spans.find(({ service }) => service === 'switchyard-console'));

  for (const service of ['relay', 'console', 'billing']) assert.ok(linesOf(service).length > 0, service);
  const log = installation
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n');
  const told = { log, traces: collector.received() };
  const all = [
    ...Object.values(secrets),
    administrator.password,
    prompt,
    key,
    key.slice(3),
    'canary-of-basic',
    ...cookies,
  ];
  for (const [where, text] of Object.entries(told)) {
    for (const secret of all.filter(({ length }) => length > 6)) {
      assert.ok(!text.includes(secret), `${secret.slice(0, 12)}… in the ${where}`);
    }
  }
});

interface Line {
  readonly service: string;
  readonly msg: string;
  readonly requestId?: string;
}

function linesOf(service: string): Line[] {
  const lines = installation
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'));
  return lines.map((line): Line => JSON.parse(line)).filter((line) => line.service === service);
}

function rowOf(requestId: string) {
  return until(() =>
    installation.db.selectFrom('usage_log').selectAll().where('request_id', '=', requestId).executeTakeFirst(),
  );
}
