import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HoldRequest, openKv } from '@switchyard/kv';
import { scratchDirectory, seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { startGateway, type TestGateway, waitFor } from './harness/gateway.ts';
import { start } from './server.ts';

const model = 'gpt-test';

describe('streams that take their time', () => {
  let upstream: Upstream;
  let gateway: TestGateway;
  let key = '';
  let poorKey = '';
  let shortKey = '';
  let patientKey = '';
  let thriftyKey = '';
  let exactKey = '';
  const newcomers: Record<string, { id: number; key: string }> = {};

  before(async () => {
    upstream = await startUpstream();
    gateway = await startGateway('memory', async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1e9 });
      key = (await seedToken(db, keys, { userId })).key;
      const poorId = await seedUser(db, { username: 'poor', balance: 6_000 });
      poorKey = (await seedToken(db, keys, { userId: poorId })).key;
      const shortId = await seedUser(db, { username: 'short', balance: 6_000 });
      shortKey = (await seedToken(db, keys, { userId: shortId })).key;
      const patientId = await seedUser(db, { username: 'patient', balance: 12_000 });
      patientKey = (await seedToken(db, keys, { userId: patientId })).key;
      const exactId = await seedUser(db, { username: 'exact', balance: 300 });
      exactKey = (await seedToken(db, keys, { userId: exactId })).key;
      const thriftyId = await seedUser(db, { username: 'thrifty', balance: 6_000 });
      thriftyKey = (await seedToken(db, keys, { userId: thriftyId })).key;
      for (const way of ['fast lane', 'server of Node']) {
        const newcomerId = await seedUser(db, { username: way, balance: 1e6 });
        newcomers[way] = await seedToken(db, keys, { userId: newcomerId });
      }
      await seedPrice(db, model, { input: '2', output: '8' });
      await seedPrice(db, 'drained', { input: '2', output: '8' });
      await seedPrice(db, 'deaf', { input: '2', output: '8' });
      const paramOverride = { max_tokens: null };
      await seedChannel(db, keys, { baseUrl: upstream.url, models: ['deaf'], paramOverride });
      await seedChannel(db, keys, { baseUrl: upstream.url, models: [model] });
      await seedChannel(db, keys, { baseUrl: upstream.url, models: ['drained'], setting: { drain: true } });
    });
  });
  after(async () => {
    await gateway?.close();
    await upstream?.close();
  });

  const stream = (content: string, fields: object = {}, apiKey = key, signal?: AbortSignal) =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      ...(signal && { signal }),
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content }], ...fields }),
    });

  test('a client that waits gets comments, after the warnings in the head, and its answer after them', async () => {
    upstream.script({ behaviour: { latencyMs: 11_000 }, when: { correlation: 'waits' }, times: 2 });
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
    const translated = fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model,
        stream: true,
        max_tokens: 20,
        messages: [{ role: 'user', content: 'waits' }],
        tools,
      }),
    });
    const text = await (await stream('waits')).text();
    assert.match(text, /^: keep-alive\n\n/);
    assert.match(text, /\[DONE\]\n\n$/);
    const answer = await translated;
    assert.match(await answer.text(), /^: keep-alive\n\n/);
    assert.match(answer.headers.get('x-switchyard-warning') ?? '', /^tools: /);
  });

  test('an answer that the balance no longer covers ends as one that reached its length', async () => {
    upstream.script({ behaviour: { tokens: 20_000, intervalMs: 2 }, when: { correlation: 'poor' } });
    const text = await (await stream('poor', {}, poorKey)).text();
    assert.match(text, /"finish_reason":"length"[^\n]*\n\ndata: \[DONE\]\n\n$/);
    const event = await gateway.event((candidate) => candidate.ended === 'length');
    assert.ok(event.charge > 0 && event.charge <= 6_000, `${event.charge} charged`);
    await waitFor(() => (upstream.requests('poor')[0]?.outcome === 'aborted' ? true : undefined));
  });

  test('an answer that goes on beyond the limit of its client ends where the balance does', async () => {
    upstream.script({ behaviour: { tokens: 20_000, intervalMs: 2 }, when: { correlation: 'short' } });
    const text = await (await stream('short', { model: 'deaf', max_tokens: 10 }, shortKey)).text();
    assert.match(text, /"finish_reason":"length"[^\n]*\n\ndata: \[DONE\]\n\n$/);
    const [{ id: userId } = { id: 0 }] = await gateway.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'short')
      .execute();
    const event = await gateway.event((candidate) => candidate.userId === userId);
    assert.ok(event.charge > 0 && event.charge <= 6_000, `${event.charge} charged`);
  });

  test('an answer within the limit of its client needs no more than was held for it, however long its words are', async () => {
    upstream.script({ behaviour: { tokens: 40, intervalMs: 120 }, when: { correlation: 'exact' } });
    const text = await (await stream('exact', { max_tokens: 40 }, exactKey)).text();
    assert.doesNotMatch(text, /error/);
    assert.match(text, /"finish_reason":"stop"[\s\S]*data: \[DONE\]\n\n$/);
    assert.equal(upstream.requests('exact')[0]?.outcome, 'completed');
  });

  test('an answer goes on within its hold while balances cannot be asked for, and ends with an error then', async (t) => {
    upstream.script({ behaviour: { tokens: 20_000, intervalMs: 2 }, when: { correlation: 'patient' } });
    const answer = await stream('patient', {}, patientKey);
    t.mock.method(gateway.kv.wallet, 'hold', async () => {
      throw new Error('the connection is closed');
    });
    const text = await answer.text();
    assert.match(text, /"code":"service_unavailable"|"code":"unavailable"/);
    assert.doesNotMatch(text, /"finish_reason":"length"/);
    const event = await gateway.event(({ ended }) => ended === 'interrupted');
    assert.ok(event.tokens.completion > 100, `${event.tokens.completion} tokens`);
    assert.ok(event.charge <= 8_000, `${event.charge} charged`);
  });

  test('an answer of nothing, for which the host counts nothing, costs nothing', async () => {
    upstream.script({ behaviour: { tokens: 0, usage: 'zero' }, when: { correlation: 'nothing' }, times: 0 });
    await (await stream('nothing', { stream: false })).text();
    const event = await gateway.event(({ stream: streamed }) => !streamed);
    assert.deepEqual([event.counted, event.charge], ['none', 0]);
  });

  test('an answer with text is charged though the host counts nothing', async () => {
    upstream.script({ behaviour: { tokens: 20, usage: 'zero' }, when: { correlation: 'something' }, times: 0 });
    await (await stream('something', { stream: false })).text();
    const event = await gateway.event(({ stream: streamed, counted }) => !streamed && counted === 'local');
    assert.ok(event.charge > 0);
  });

  for (const streamed of [false, true]) {
    test(`text costs what it has, though the host counts the prompt alone: ${streamed ? 'a stream' : 'whole'}`, async () => {
      const when = { correlation: `half counted ${streamed}` };
      upstream.script({ behaviour: { tokens: 50, promptTokens: 77, completionTokens: 0 }, when });
      await (await stream(when.correlation, { stream: streamed })).text();
      const event = await gateway.event(({ tokens, ...other }) => other.stream === streamed && tokens.prompt === 77);
      assert.ok(Math.abs(event.tokens.completion - 50) < 10, `${event.tokens.completion} counted`);
      assert.equal(event.charge, 77 + 4 * event.tokens.completion);
    });
  }

  test('a client that leaves while it does not read frees the upstream', async () => {
    upstream.script({ behaviour: { tokens: 200_000 }, when: { correlation: 'stuck' } });
    const { port } = new URL(gateway.url);
    const socket = connect(Number(port), '127.0.0.1');
    const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'stuck' }] });
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await once(socket, 'readable');
    await waitFor(() => ((upstream.requests('stuck')[0]?.bytesSent ?? 0) > 100_000 ? true : undefined));
    socket.destroy();
    await waitFor(() => (upstream.requests('stuck')[0]?.outcome === 'aborted' ? true : undefined));
    await gateway.event((event) => event.ended === 'client_gone' && event.charge > 0);
  });

  test('a channel that drains reads to the end for a client that left, and charges all of it', async () => {
    upstream.script({ behaviour: { tokens: 60, intervalMs: 10 }, when: { correlation: 'drain' } });
    const controller = new AbortController();
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'drained', stream: true, messages: [{ role: 'user', content: 'drain' }] }),
    });
    await answer.body?.getReader().read();
    controller.abort();
    const event = await gateway.event((candidate) => candidate.model === 'drained');
    assert.equal(event.ended, 'client_gone');
    assert.equal(event.tokens.completion, upstream.requests('drain')[0]?.usage?.completion);
  });

  test('an answer that is read to its end for a client that left is paid for by its balance, or ends', async () => {
    upstream.script({ behaviour: { tokens: 20_000, intervalMs: 1 }, when: { correlation: 'thrifty' } });
    const controller = new AbortController();
    const answer = await stream('thrifty', { model: 'drained' }, thriftyKey, controller.signal);
    await answer.body?.getReader().read();
    controller.abort();
    const event = await gateway.event(({ model, ended }) => model === 'drained' && ended === 'length');
    assert.ok(event.charge > 0 && event.charge <= 6_000, `${event.charge} charged`);
    await waitFor(() => (upstream.requests('thrifty')[0]?.outcome === 'aborted' ? true : undefined));
  });

  for (const [way, headers] of [
    ['fast lane', {}],
    ['server of Node', { 'content-encoding': 'identity' }],
  ] as const) {
    test(`no host is asked for a client that left while it waited to be admitted: ${way}`, async (t) => {
      const ask = gateway.kv.wallet.hold.bind(gateway.kv.wallet);
      const asked = Promise.withResolvers<void>();
      const left = Promise.withResolvers<void>();
      t.mock.method(gateway.kv.wallet, 'hold', async (request: HoldRequest) => {
        asked.resolve();
        await left.promise;
        return ask(request);
      });
      const controller = new AbortController();
      const answer = fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        signal: controller.signal,
        headers: { authorization: `Bearer ${newcomers[way]?.key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: way }] }),
      });
      await asked.promise;
      controller.abort();
      await assert.rejects(answer);
      await sleep(100);
      left.resolve();
      const event = await gateway.event(({ tokenId }) => tokenId === newcomers[way]?.id);
      assert.deepEqual([event.ended, event.status, event.charge, event.tries], ['client_gone', 499, 0, []]);
      assert.equal(upstream.requests(way).length, 0);
    });
  }

  test('a stop lets a running stream end', async () => {
    upstream.script({ behaviour: { tokens: 50, intervalMs: 20 }, when: { correlation: 'stop' } });
    const answer = await stream('stop');
    const text = answer.text();
    const closing = gateway.close();
    assert.match(await text, /\[DONE\]/);
    await closing;
    const event = gateway.events.find((candidate) => candidate.ended === 'done' && candidate.tokens.completion === 50);
    assert.ok(event);
  });
});

test('a second relay without shared stores is refused, with the settings to change, until the first has ended', async () => {
  const first = await startGateway('memory', async () => {});
  const second = () => start({ ...first.config, dataDir: scratchDirectory('second-relay') }, first);
  await assert.rejects(second(), /REDIS_URL and NATS_URL/);
  await first.relay.close();
  await (await second()).close();
  await first.close();
});

test('a relay is ready when balances may be read, not before', async () => {
  const gateway = await startGateway('memory', async () => {});
  await gateway.relay.close();
  const kv = await openKv({});
  const relay = await start(gateway.config, { kv, bus: gateway.bus });
  const status = async () => (await fetch(`${relay.address}/readyz`)).status;
  assert.equal(await status(), 503);
  await kv.epoch.open('test');
  await relay.admitting;
  assert.equal(await status(), 200);
  await relay.close();
  await gateway.close();
});

describe('a relay that leaves', () => {
  const leaveMs = 1_000;
  const plain = JSON.stringify({ model, messages: [{ role: 'user', content: 'leave' }] });
  let upstream: Upstream;
  let gateway: TestGateway;
  let key = '';

  before(async () => {
    upstream = await startUpstream();
  });
  beforeEach(async () => {
    const seed: Parameters<typeof startGateway>[1] = async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1e9 });
      key = (await seedToken(db, keys, { userId })).key;
      await seedPrice(db, model, { input: '2', output: '8' });
      await seedChannel(db, keys, { baseUrl: upstream.url, models: [model] });
    };
    gateway = await startGateway('memory', seed, { leaveMs });
  });
  afterEach(() => gateway?.close());
  after(() => upstream?.close());

  /** Sends a call in two parts, the second when `rest` resolves, and reads its answer. */
  async function call(agent: Agent, rest?: Promise<unknown>, body = plain) {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
    };
    const sent = request(`${gateway.url}/v1/chat/completions`, { method: 'POST', agent, headers });
    const answer = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.write(body.slice(0, 10));
    await rest;
    sent.end(body.slice(10));
    const [response] = await answer;
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode, connection: response.headers.connection };
  }

  test('serves what still comes, closes each connection with its answer, and only then stops listening', async () => {
    const agents = Array.from({ length: 3 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const [idle, uploading] = agents as [Agent, Agent, Agent];
    const served = { status: 200, connection: 'close' };
    for (const agent of [idle, uploading]) {
      assert.deepEqual(await call(agent), { status: 200, connection: 'keep-alive' });
    }
    const upload = call(uploading, sleep(leaveMs * 2));
    await sleep(50);
    const closing = gateway.relay.close();
    const [onOpen, onNew, ready] = await Promise.all([
      ...[idle, agents[2] as Agent].map((agent) => call(agent)),
      fetch(`${gateway.url}/readyz`).then(({ status }) => status),
    ]);
    assert.deepEqual([onOpen, onNew, ready], [served, served, 503]);
    await sleep(leaveMs * 1.5);
    await assert.rejects(call(new Agent()), { code: 'ECONNREFUSED' });
    assert.equal((await upload).status, 200, 'what was being sent when it stopped listening');
    await closing;
    for (const agent of agents) agent.destroy();
  });

  test('a connection that was promised to stay open serves one call more, and is closed when none comes', async () => {
    upstream.script({ behaviour: { tokens: 10, intervalMs: leaveMs / 5 }, when: { correlation: 'slowly' }, times: 2 });
    const slowly = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'slowly' }] });
    const agents = Array.from({ length: 2 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const streams = agents.map((agent) => call(agent, undefined, slowly));
    await waitFor(() =>
      upstream.requests('slowly').filter(({ bytesSent }) => bytesSent > 0).length === 2 ? true : undefined,
    );
    await sleep(50);
    const closing = gateway.relay.close();
    for (const stream of streams) assert.deepEqual(await stream, { status: 200, connection: 'keep-alive' });
    assert.deepEqual(await call(agents[0] as Agent), { status: 200, connection: 'close' });
    await assert.rejects(call(new Agent()), { code: 'ECONNREFUSED' });
    await closing;
    for (const agent of agents) agent.destroy();
  });

  test('a connection that was opened while it listened may ask its first when it does not any more', async () => {
    const opened = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    await once(opened, 'connect');
    const agent = new Agent();
    agent.createConnection = () => opened;
    const closing = gateway.relay.close();
    await sleep(leaveMs * 1.5);
    await assert.rejects(call(new Agent()), { code: 'ECONNREFUSED' });
    assert.equal(opened.destroyed, false);
    assert.deepEqual(await call(agent), { status: 200, connection: 'close' });
    await closing;
  });
});

test('a client that does not read cannot keep a relay from ending', async () => {
  const upstream = await startUpstream({ defaults: { tokens: 200_000 } });
  let key = '';
  const gateway = await startGateway(
    'memory',
    async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1e9 });
      key = (await seedToken(db, keys, { userId })).key;
      await seedPrice(db, model, { input: '2', output: '8' });
      await seedChannel(db, keys, { baseUrl: upstream.url, models: [model] });
    },
    { drainMs: 100 },
  );
  const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'stuck' }] });
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'readable');
  await waitFor(() => ((upstream.requests('stuck')[0]?.bytesSent ?? 0) > 1_000_000 ? true : undefined));
  const before = gateway.events.length;
  await gateway.close();
  assert.equal(
    gateway.events.slice(before).filter(({ ended, charge }) => ended === 'interrupted' && charge > 0).length,
    1,
  );
  socket.destroy();
  await upstream.close();
});
