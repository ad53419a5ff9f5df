import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { isUnknownPath } from './egress/unknown-path.ts';
import { startGateway, type TestGateway, waitFor } from './harness/gateway.ts';
import { internalCall } from './harness/internal-call.ts';

/** Each test has models of its own, so that the health of one does not disturb another. */
const models = [
  'down',
  'client-fault',
  'streamed',
  'late-error',
  'late-failure',
  'forbidden',
  'html',
  'credential',
  'saturated',
  'resting',
  'breaker',
  'mapped',
  'overridden',
  'priority',
  'pinned',
  'silent',
  'json',
  'proxied',
  'empty',
  'imitator',
  'probed',
  'broken-off',
  'nameless',
];
/** Looks like no key that we know. */
const oddKey = '7f3a91c2d4e5.Zm9vYmFyYmF6';
/** Served by two channels of one tier. */
const shared = 'conversation';

describe('failing over between channels', () => {
  let first: Upstream;
  let second: Upstream;
  let gateway: TestGateway;
  let key = '';
  let adminKey = '';
  let secondId = 0;
  let proxy: Server;
  const proxied: string[] = [];

  before(async () => {
    first = await startUpstream();
    second = await startUpstream();
    gateway = await startGateway('memory', async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 10_000_000 });
      key = (await seedToken(db, keys, { userId })).key;
      const adminId = await seedUser(db, { username: 'root', balance: 10_000_000, role: 100 });
      adminKey = (await seedToken(db, keys, { userId: adminId })).key;
      for (const model of models) await seedPrice(db, model, { input: '2', output: '8' });
      await seedChannel(db, keys, {
        baseUrl: first.url,
        models,
        priority: 10,
        modelMapping: { mapped: 'other-name' },
        statusCodeMapping: { '400': '422' },
        paramOverride: { temperature: 0.5 },
        setting: { timeouts: { firstByteMs: 1_500, idleMs: 1_500 } },
      });
      // Plain http goes to a proxy whole, with the address in the request line (RFC 9112, 3.2.2).
      proxy = createServer((incoming, outgoing) => {
        const target = new URL(incoming.url ?? '');
        proxied.push(target.host);
        const call = request(target, { method: incoming.method, headers: incoming.headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
        incoming.pipe(call);
      });
      await once(proxy.listen(0, '127.0.0.1'), 'listening');
      const { port } = proxy.address() as AddressInfo;
      await seedPrice(db, shared, { input: '2', output: '8' });
      await seedPrice(db, 'left', { input: '2', output: '8' });
      for (const { url } of [first, second])
        await seedChannel(db, keys, { baseUrl: url, models: ['left'], priority: url === first.url ? 10 : 1 });
      await seedPrice(db, 'odd-key', { input: '2', output: '8' });
      await seedChannel(db, keys, { baseUrl: first.url, models: ['odd-key'], key: oddKey });
      for (const { url } of [first, second]) await seedChannel(db, keys, { baseUrl: url, models: [shared] });
      await seedChannel(db, keys, {
        baseUrl: second.url,
        models: ['proxied'],
        priority: 99,
        setting: { proxy: `http://127.0.0.1:${port}` },
      });
      secondId = await seedChannel(db, keys, { baseUrl: second.url, models, priority: 1 });
    });
  });
  after(async () => {
    await gateway?.close();
    await first?.close();
    await second?.close();
    proxy?.close();
  });
  afterEach(() => {
    first.reset();
    second.reset();
  });

  const ask = (model: string, fields: object = {}, signal: AbortSignal | null = null) =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      signal,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: model }], ...fields }),
    });

  test('the channel of higher priority serves while it can', async () => {
    for (let i = 0; i < 5; i++) assert.equal((await ask('priority')).status, 200);
    assert.equal(first.requests('priority').length, 5);
  });

  test('a broken connection and a server error are tried elsewhere, once each', async () => {
    first.script({ behaviour: { cut: 'reset' } });
    assert.equal((await ask('down')).status, 200);
    first.script({ behaviour: { status: 500, body: { error: { message: 'x' } } } });
    assert.equal((await ask('down', { stream: true })).status, 200);
    assert.equal(first.requests('down').length, 2);
    assert.equal(second.requests('down').length, 2);
    const event = await gateway.event((candidate) => candidate.model === 'down' && candidate.stream);
    assert.deepEqual(
      event.tries.map(({ status }) => status),
      [500, 200],
    );
    assert.equal(event.channelId, secondId);
  });

  test("a fault of the client's own is answered at once, with the channel's status mapping", async () => {
    first.script({
      behaviour: { status: 400, body: { error: { message: 'bad field', type: 'invalid_request_error', param: 'x' } } },
    });
    const answer = await ask('client-fault');
    assert.equal(answer.status, 422);
    const { error } = (await answer.json()) as { error: { message: string; param: string } };
    assert.match(error.message, /^bad field/);
    assert.equal(error.param, 'x');
    assert.equal(second.requests('client-fault').length, 0);
    const event = await gateway.event((candidate) => candidate.model === 'client-fault');
    assert.equal(event.charge, 0);
  });

  test('a refusal whose body comes late is told as it is, and not taken for silence', async () => {
    first.script({
      behaviour: { status: 400, firstByteMs: 400, body: { error: { message: 'bad field', type: 'x' } } },
    });
    const answer = await ask('client-fault');
    assert.equal(answer.status, 422);
    assert.match(await answer.text(), /bad field/);
    assert.equal(second.requests('client-fault').length, 0);
  });

  test('after the first byte nothing is tried again: the stream ends in an error and what came is charged', async () => {
    first.script({ behaviour: { tokens: 50, cut: 'reset', cutAfterBytes: 3_000, intervalMs: 1 } });
    const text = await (await ask('streamed', { stream: true })).text();
    assert.match(text, /"error"/);
    assert.doesNotMatch(text, /\[DONE\]/);
    assert.equal(second.requests('streamed').length, 0);
    const event = await gateway.event((candidate) => candidate.model === 'streamed');
    assert.equal(event.ended, 'upstream_failed');
    assert.equal(event.counted, 'local');
    assert.ok(event.charge > 0);
  });

  test('an error behind the first words of a stream makes it a failure, although the host calls it a finish', async () => {
    const choices = [{ index: 0, delta: { content: '' }, finish_reason: 'error' }];
    const body = { error: { code: 502, message: 'Gone' }, choices };
    first.script({ behaviour: { errorAfterEvents: 3, intervalMs: 20, body } });
    const text = await (await ask('late-failure', { stream: true })).text();
    assert.equal(text.match(/"error":/g)?.length, 1);
    const event = await gateway.event((candidate) => candidate.model === 'late-failure');
    assert.equal(event.ended, 'upstream_failed');
    assert.ok(event.charge > 0);
  });

  test('what came in one read with an error reaches a client of another dialect as it reaches one of the same', async () => {
    // The error comes with events before it: slices are cut anywhere.
    const behaviour = { errorAfterEvents: 9, sliceBytes: 1_500, intervalMs: 100 };
    first.script({ behaviour, when: { model: 'broken-off' }, times: 2 });
    const passed = await (await ask('broken-off', { stream: true })).text();
    const translated = await fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'broken-off',
        max_tokens: 100,
        stream: true,
        messages: [{ role: 'user', content: 'broken-off' }],
      }),
    });
    const textOf = (events: string, member: string) =>
      [...events.matchAll(new RegExp(`"${member}":"([^"]*)"`, 'g'))].map(([, text]) => text).join('');
    const words = textOf(passed, 'content');
    assert.ok(words.length > 0);
    const received = await translated.text();
    assert.equal(textOf(received.replaceAll('"text":""', ''), 'text'), words);
    assert.match(received, /event: error/);
  });

  test('what the operator’s key may not do is no refusal of the client’s', async () => {
    const forbidden = { status: 403, body: { error: { message: 'You may not use this model', type: 'x' } } };
    first.script({ behaviour: forbidden });
    second.script({ behaviour: forbidden });
    const answer = await ask('forbidden');
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('x-should-retry'), null);
    assert.doesNotMatch(await answer.text(), /may not/);
  });

  test('an error inside status 200, HTML and an empty answer are failures, not answers', async () => {
    first.script({ behaviour: { errorAfterEvents: 0 } });
    assert.doesNotMatch(await (await ask('late-error', { stream: true })).text(), /"error"/);
    first.script({ behaviour: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>hi</html>' } });
    assert.equal((await ask('html')).status, 200);
    first.script({ behaviour: { cut: 'end', cutAfterBytes: 0 } });
    assert.equal((await ask('empty', { stream: true })).status, 200);
    for (const model of ['late-error', 'html', 'empty']) assert.equal(second.requests(model).length, 1, model);
  });

  test('a silent upstream is given up before its first byte, not after', async () => {
    first.script({ behaviour: { latencyMs: 5_000 } });
    assert.equal((await ask('silent')).status, 200);
    first.script({ behaviour: { stallAfterBytes: 2_000, stallMs: 60_000, tokens: 100 } });
    assert.match(await (await ask('silent', { stream: true })).text(), /did not answer in time/);
  });

  test("a refused channel key is never the client's 401, and its text is scrubbed", async () => {
    const refused = {
      status: 401,
      body: { error: { message: 'Incorrect API key provided: sk-upstream', code: 'invalid_api_key' } },
    };
    first.script({ behaviour: refused });
    second.script({ behaviour: refused });
    const answer = await ask('credential');
    assert.equal(answer.status, 502);
    assert.doesNotMatch(await answer.text(), /sk-upstream/);
  });

  for (const [what, behaviour] of [
    ['an error status', { status: 400, body: { error: { message: `Bad header ${oddKey} here` } } }],
    [
      'an error with status 200',
      { status: 200, body: { error: { message: `Bad header ${oddKey} here`, code: '400' } } },
    ],
    ['plain text', { status: 500, body: `<p>Failed for ${oddKey}</p>` }],
  ] as const) {
    test(`a key without any known shape that a host quotes in ${what} is told to nobody`, async () => {
      first.script({ behaviour });
      const answer = await ask('odd-key');
      assert.ok(answer.status >= 400);
      const text = await answer.text();
      assert.match(text, /\*\*\*|upstream/);
      assert.ok(!text.includes(oddKey), text);
    });
  }

  test('a key that a host quotes after the first words of a stream is told to nobody', async () => {
    const body = { error: { message: `Lost the session of ${oddKey}`, code: 'server_error' } };
    first.script({ behaviour: { errorAfterEvents: 2, body } });
    const text = await (await ask('odd-key', { stream: true })).text();
    assert.match(text, /Lost the session of \*\*\*/);
    assert.ok(!text.includes(oddKey), text);
  });

  test('Retry-After keeps traffic away for that long', async () => {
    first.script({ behaviour: { status: 429, retryAfter: '30', body: { error: { message: 'slow' } } } });
    for (let i = 0; i < 3; i++) assert.equal((await ask('saturated')).status, 200);
    assert.equal(first.requests('saturated').length, 1);
    assert.equal(second.requests('saturated').length, 3);
  });

  test('while every channel rests, refusals say when the first may be asked again', async () => {
    const slow = (retryAfter: string) => ({ status: 429, retryAfter, body: { error: { message: 'slow' } } });
    first.script({ behaviour: slow('20') });
    second.script({ behaviour: slow('50') });
    assert.equal((await ask('resting')).status, 429);
    const refused = await ask('resting');
    assert.equal(refused.status, 503);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds > 15 && seconds <= 20, `${seconds}`);
  });

  test('a channel that begins to answer after its pause takes others at once, not at the end of that answer', async () => {
    const slow = { status: 429, retryAfter: '1', body: { error: { message: 'slow' } } };
    first.script({ behaviour: slow });
    assert.equal((await ask('probed')).status, 200);
    await sleep(1_100);
    first.script({ behaviour: { latencyMs: 700, tokens: 100, intervalMs: 50 } });
    const probe = ask('probed', { stream: true });
    await waitFor(() => (first.requests('probed').length === 2 ? true : undefined));
    const question = { group: 'default', model: 'probed', operation: 'chat' };
    const { excluded } = (await internalCall(gateway, 'routing/explain', question)) as {
      excluded: { reason: string }[];
    };
    assert.match(excluded[0]?.reason ?? '', /half open/);
    assert.equal((await ask('probed')).status, 200);
    assert.equal(first.requests('probed').length, 2, 'before its first byte');
    const answer = await probe;
    const reader = answer.body?.getReader();
    await reader?.read();
    for (let i = 0; i < 2; i++) assert.equal((await ask('probed')).status, 200);
    assert.equal(first.requests('probed').length, 4);
    await reader?.cancel();
  });

  test('a breaker opens for the channel and model that fail, and only for them', async () => {
    first.script({ behaviour: { status: 503 }, when: { model: 'breaker' }, times: 0 });
    for (let i = 0; i < 8; i++) assert.equal((await ask('breaker')).status, 200);
    assert.equal(first.requests('breaker').length, 5);
    assert.equal((await ask('priority')).status, 200);
    assert.equal(first.requests('priority').length, 1);
  });

  test('a host whose clients leave before its time is over is passed over, when it was silent for long', async (t) => {
    first.script({ behaviour: { latencyMs: 60_000 }, when: { model: 'left' }, times: 0 });
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    t.mock.method(performance, 'now', () => now() + aheadMs);
    const leaveAfter = async (clients: number, silentMs: number) => {
      const leaving = new AbortController();
      const heard = first.requests('left').length;
      const asked = Array.from({ length: clients }, () => ask('left', {}, leaving.signal).catch(({ name }) => name));
      await waitFor(() => first.requests('left').length === heard + clients || undefined);
      aheadMs += silentMs;
      leaving.abort();
      assert.deepEqual(new Set(await Promise.all(asked)), new Set(['AbortError']));
    };
    const left = () => gateway.events.filter(({ model, final }) => model === 'left' && final).length;
    await leaveAfter(5, 200_000);
    await leaveAfter(5, 310_000);
    await waitFor(() => left() === 10 || undefined);
    assert.equal((await ask('left')).status, 200);
    assert.deepEqual([first.requests('left').length, second.requests('left').length], [10, 1]);
  });

  test('the model is renamed and parameters are overridden for one channel only', async () => {
    await ask('mapped');
    assert.equal(first.requests('mapped')[0]?.model, 'other-name');
    first.script({ behaviour: { cut: 'reset' } });
    await ask('mapped');
    assert.equal(second.requests('mapped')[0]?.model, 'mapped');
    const event = await gateway.event((candidate) => candidate.upstreamModel === 'other-name');
    assert.equal(event.model, 'mapped');
  });

  test('a conversation that the client names stays where its prompt is cached', async () => {
    const ask = async (correlation: string, more: object) => {
      await gateway
        .client(key)
        .chat.completions.create({ model: shared, messages: [{ role: 'user', content: correlation }], ...more });
      return first.requests(correlation).length > 0;
    };
    const named = [];
    for (let turn = 0; turn < 12; turn++) named.push(await ask(`named ${turn}`, { prompt_cache_key: 'tide-table' }));
    assert.equal(new Set(named).size, 1);
    const nameless = [];
    for (let turn = 0; turn < 40; turn++) nameless.push(await ask(`nameless ${turn}`, {}));
    assert.equal(new Set(nameless).size, 2);
  });

  test('a host without an address for the client’s dialect is asked in one that it knows', async () => {
    for (let turn = 0; turn < 2; turn++) {
      const response = await gateway.client(key).responses.create({ model: 'imitator', input: 'imitator' });
      assert.ok(response.output_text.length > 0);
    }
    assert.equal(second.requests('imitator').length, 0);
  });

  for (const [unknown, status, body] of [
    [false, 404, '{"error":{"message":"The model gpt-x does not exist"}}'],
    [false, 404, '{"error":{"message":"No endpoints found that support image input","code":404}}'],
    [false, 404, '{"error":{"message":"File not found: file-abc","type":"invalid_request_error"}}'],
    [false, 404, '{"error":"pull it first"}'],
    [false, 501, '{"error":{"message":"Pictures are not implemented"}}'],
    [false, 500, 'Not Found'],
    [false, 404, '{"error":{"message":"File not found"}}'],
    [false, 404, '{"detail":"Vector store vs_1 not found"}'],
    [false, 404, '{"message":"image file not found","code":404}'],
    [false, 404, '{"statusCode":404,"message":"Vector store not found","error":"Not Found"}'],
    [false, 404, '{"error":{"message":"Vector store with id [vs-POST /v1/responses] not found."}}'],
    [false, 404, '{"error":{"message":"Vector store POST /v1/responses not found."}}'],
    [false, 404, '{"error":{"message":"URL not found: https://tides.example/POST /v1/responses"}}'],
    [false, 404, '{"error":{"message":"POST /v1/responses not found"}}'],
    [false, 404, '{"error":{"message":"Not found: POST /v1"}}'],
    [false, 404, '{"error":{"message":"Not found: POST /v1/files/file-1"}}'],
    [true, 404, '{"detail":"Not Found"}'],
    [true, 404, '404 page not found'],
    [true, 404, ''],
    [true, 404, '{"error":{"code":404,"message":"File Not Found","type":"not_found_error"}}'],
    [true, 404, '{"error":{"message":"Invalid URL (POST /v1/responses)"}}'],
    [true, 404, '{"error":"Unexpected endpoint or method. (POST /v1/responses)"}'],
    [true, 404, '{"message":"no Route matched with those values"}'],
    [true, 405, '{"error":{"message":"Method Not Allowed"}}'],
    [true, 404, '{"error":{"message":"Not found: POST /v1/responses"}}'],
    [true, 404, '{"statusCode":404,"message":"Cannot POST /v1/responses","error":"Not Found"}'],
    [true, 404, '{"statusCode":404,"message":"Route POST:/v1/responses not found","error":"Not Found"}'],
    [true, 404, '{"error":{"message":"Unknown request URL: POST /v1/responses. Please check the URL for typos."}}'],
    [true, 404, '{"error":{"message":"Unrecognized request URL (POST: /v1/responses)"}}'],
    [true, 404, '{"error":"The requested URL /v1/responses was not found on this server."}'],
    [true, 404, '{"timestamp":1,"status":404,"error":"Not Found","path":"/v1/responses"}'],
  ] as const) {
    test(`${status} ${body || 'without a text'} is ${unknown ? 'a sign' : 'no sign'} of a missing address`, () => {
      assert.equal(isUnknownPath(status, body, '/api/v1/responses?version=1'), unknown);
    });
  }

  test('administrators may pin a channel, others may not', async () => {
    const client = gateway.client(`${adminKey}-${secondId}`);
    await client.chat.completions.create({ model: 'pinned', messages: [{ role: 'user', content: 'pinned' }] });
    assert.equal(second.requests('pinned').length, 1);
    await assert.rejects(gateway.client(`${key}-${secondId}`).models.list(), { status: 403 });
  });

  test('a whole answer to a stream request reaches the client as a stream', async () => {
    first.script({ behaviour: { json: true } });
    const stream = await gateway
      .client(key)
      .chat.completions.create({ model: 'json', messages: [{ role: 'user', content: 'json' }], stream: true });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    assert.ok(text.length > 0);
  });

  test("a channel's proxy carries its calls, and only its", async () => {
    assert.equal((await ask('proxied')).status, 200);
    assert.deepEqual(proxied, [new URL(second.url).host]);
  });

  // Last: it may use up what may be tried again of the requests of some seconds.
  test('a host without what clients name is closed for nobody', async () => {
    const body = { error: { message: 'Vector store with id [vs_1] not found.', type: 'invalid_request_error' } };
    first.script({ behaviour: { status: 404, body }, when: { model: 'nameless' }, times: 6 });
    for (let i = 0; i < 7; i++) await ask('nameless');
    assert.equal(first.requests('nameless').length, 7);
  });
});
