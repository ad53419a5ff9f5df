import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedChannel, seedPrice } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { Agent, request } from 'undici';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { startTcpProxy, type TcpProxy } from '../plant/tcp-proxy.ts';
import { readCharges } from './books.ts';
import { Client, type Seen } from './client.ts';
import { openLoop } from './open-loop.ts';
import { until } from './until.ts';

/*
 * Upstreams that are slow, half gone, dead or failing, and clients that vanish. A channel's clocks are short here, so that seconds show
 * what takes minutes.
 */
const timeouts = { connectMs: 500, firstByteMs: 1_500, idleMs: 1_500, totalMs: 60_000 };
const card = { input: '2', output: '8' };
/** Models with channels of their own: a breaker that one test opens is not in the way of the next. */
const through = 'through~tokens=40~intervalMs=25';
const slow = 'slow~tokens=20~intervalMs=20';
const storm = 'storm~tokens=3';
const ten = 'ten~tokens=3';
const left = 'left~tokens=30~intervalMs=30';
/** Events of 64 KiB without end. */
const flood = 'm-0-65536-100000-20';

let plant: Plant;
let customer: Customer;
let fallback: Upstream;
let proxy: TcpProxy;
let dead: TcpProxy;
let client: Client;

before(async () => {
  fallback = await startUpstream();
  const hole = await startUpstream();
  dead = await startTcpProxy({ host: '127.0.0.1', port: hole.port });
  await hole.close();
  plant = await startPlant({
    models: {},
    seed: async (db, keys, upstream) => {
      proxy = await startTcpProxy({ host: '127.0.0.1', port: upstream.port });
      const channel = (baseUrl: string, model: string, priority = 0) =>
        seedChannel(db, keys, { baseUrl, models: [model], priority, setting: { timeouts } });
      for (const model of [through, slow, storm, ten, left, flood]) await seedPrice(db, model, card);
      for (const model of [through, left]) await channel(`http://${proxy.address}`, model);
      await channel(upstream.url, flood);
      await channel(upstream.url, slow, 1);
      await channel(fallback.url, slow);
      for (let count = 0; count < 4; count++) await channel(upstream.url, storm);
      await channel(`http://${dead.address}`, ten);
      for (let count = 0; count < 9; count++) await channel(upstream.url, ten);
    },
  });
  customer = await plant.customer('regular', 1e12);
});
after(async () => {
  await client?.close();
  await plant?.stop();
  await proxy?.close();
  await dead?.close();
  await fallback?.close();
});
beforeEach(async () => {
  await client?.close();
  client = new Client();
  plant.upstream.reset();
  fallback.reset();
  await proxy.set({});
});

/** Connections to stores that come and go. */
const spareDescriptors = 4;
const relayUrl = () => plant.relays[0]?.url as string;
const ask = (model: string, stream = true): Promise<Seen> => client.ask({ url: relayUrl(), customer, model, stream });
const descriptors = () => readdirSync(`/proc/${plant.relays[0]?.pid}/fd`).length;

/** Of a request that costs something. */
async function chargeOf(id: string): Promise<number> {
  await until(async () => (await readCharges(plant)).has(id));
  return (await readCharges(plant)).get(id) ?? 0;
}

/** What came is charged, token by token; the prompt costs less than this. */
const promptAtMost = 200;
function assertCharge(charge: number, tokens: { least: number; most: number }, what: string): void {
  assert.ok(charge >= tokens.least * 4 && charge <= tokens.most * 4 + promptAtMost, `${what}: ${charge}`);
}

test('an upstream that vanishes in mid-stream is given up in time, and its connections are', async () => {
  assert.ok((await ask(through)).complete);
  const before = descriptors();
  const asked = Array.from({ length: 20 }, () => ask(through));
  await sleep(400);
  await proxy.set({ downstream: { timeout: true, halfOpen: true } });
  const seen = await Promise.all(asked);
  for (const { status, complete, error, endedAt, sentAt, tokenTimes, id } of seen) {
    assert.equal(complete, false);
    assert.ok(status === 504 || /in time/.test(error ?? ''), `${status} ${error}`);
    assert.ok(endedAt - sentAt < 6_000, `${endedAt - sentAt} ms`);
    if (tokenTimes.length > 0) assertCharge(await chargeOf(id), { least: tokenTimes.length, most: 40 }, id);
  }
  await client.close();
  await until(() => descriptors() <= before + spareDescriptors, 30_000);
});

test('clients that vanish without a word do not keep upstreams or descriptors', async () => {
  const count = 20;
  const running = async () => {
    const counts = await (await fetch(`${plant.upstream.url}/control/paced`)).json();
    const { requests, completed, aborted } = counts as Record<'requests' | 'completed' | 'aborted', number>;
    return requests - completed - aborted;
  };
  const vanish = async () => {
    const front = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(relayUrl()).port) });
    const agent = new Agent({ connections: count, pipelining: 1 });
    const body = JSON.stringify({ model: flood, stream: true, messages: [{ role: 'user', content: 'gone' }] });
    const headers = { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' };
    const ids = await Promise.all(
      Array.from({ length: count }, async () => {
        const url = `http://${front.address}/v1/chat/completions`;
        const reply = await request(url, { method: 'POST', dispatcher: agent, headers, body });
        reply.body.on('error', () => {});
        return String(reply.headers['x-oneapi-request-id']);
      }),
    );
    await until(async () => (await running()) === count, 5_000);
    // Nothing is taken from the relay any more, and nobody tells it that the client has gone.
    await front.set({ upstream: { halfOpen: true }, downstream: { stall: true } });
    await agent.destroy();
    try {
      await until(async () => (await running()) === 0, 60_000);
      for (const id of ids) assert.ok((await chargeOf(id)) > 0);
    } finally {
      await front.close();
    }
  };
  // The first round also opens what is kept.
  await vanish();
  await sleep(1_000);
  const before = descriptors();
  await vanish();
  await until(() => descriptors() <= before + spareDescriptors, 30_000);
});

test('a first byte that is late is waited for elsewhere, a stall in mid-stream is not', async () => {
  plant.upstream.script({ behaviour: { latencyMs: 20_000 }, when: { model: slow } });
  const late = await ask(slow);
  assert.ok(late.complete, String(late.error));
  assert.equal(fallback.requests(late.correlation).length, 1);
  plant.upstream.script({ behaviour: { stallAfterBytes: 2_500, stallMs: 20_000 }, when: { model: slow } });
  const stalled = await ask(slow);
  assert.match(stalled.error ?? '', /in time/);
  assert.equal(fallback.requests(stalled.correlation).length, 0);
  assert.ok(stalled.tokenTimes.length > 0);
  const [sent] = plant.upstream.requests(stalled.correlation);
  const most = sent?.contentTokens ?? 0;
  assertCharge(await chargeOf(stalled.id), { least: stalled.tokenTimes.length, most }, 'a stall');
});

test('a client that leaves after any of the chunks pays for what was sent to it, and the upstream is cut off', async () => {
  const leaving = Array.from({ length: 30 }, async (_, chunks) => {
    const correlation = `leaves after ${chunks}`;
    const reply = await request(`${relayUrl()}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: left, stream: true, messages: [{ role: 'user', content: correlation }] }),
    });
    let tokens = 0;
    let text = '';
    for await (const chunk of reply.body) {
      text += chunk.toString('utf8');
      tokens = text.match(/"content":"[^"]/g)?.length ?? 0;
      if (tokens >= chunks) break;
    }
    return { correlation, tokens, id: String(reply.headers['x-oneapi-request-id']) };
  });
  for (const { correlation, tokens, id } of await Promise.all(leaving)) {
    const [sent] = plant.upstream.requests(correlation);
    await until(() => sent?.outcome !== 'running');
    const charge = tokens > 0 ? await chargeOf(id) : ((await readCharges(plant)).get(id) ?? 0);
    assertCharge(charge, { least: tokens, most: sent?.contentTokens ?? 0 }, correlation);
  }
});

test('of ten channels one refuses, then swallows everything: all are answered, and it is left alone', async (context) => {
  for (const fault of [{ down: true }, { upstream: { timeout: true } }]) {
    await dead.set(fault);
    const load = openLoop(client, 100, () => ({ url: relayUrl(), customer, model: ten, stream: false }));
    await sleep(12_000);
    await load.stop();
  }
  const asked = client.seen.length;
  const failed = client.seen.filter(({ complete }) => !complete);
  context.diagnostic(`${asked} asked, ${failed.length} failed`);
  assert.ok(
    failed.length <= asked / 10_000,
    failed
      .map(({ status, error }) => `${status} ${error}`)
      .slice(0, 5)
      .join('\n'),
  );
});

test('when half of the answers are 429 and 503, upstreams are asked 1.1 times for a request', async (context) => {
  // What the tests before have left of the budget is gone then.
  await sleep(20_000);
  const seconds = 20;
  const perSecond = 100;
  const asked: Promise<Seen>[] = [];
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(1_000 / perSecond)) {
    const status = Math.random() < 0.25 ? 429 : 503;
    if (Math.random() < 0.5) plant.upstream.script({ behaviour: { status }, when: { model: storm } });
    asked.push(ask(storm, false));
  }
  const seen = await Promise.all(asked);
  const calls = plant.upstream.requests().length;
  const served = seen.filter(({ complete }) => complete).length;
  context.diagnostic(`${seen.length} requests, ${calls} calls, ${served} answered`);
  assert.ok(calls <= seen.length * 1.1, `${calls} calls for ${seen.length} requests`);
  const statuses = new Set(seen.map(({ status }) => status));
  assert.ok(
    // 504: a machine that stood still for longer than a channel here may take.
    [...statuses].every((status) => [200, 429, 503, 504].includes(status)),
    `${[...statuses]}`,
  );
});
