import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { startGateway, type TestGateway, waitFor } from './harness/gateway.ts';
import { type OpenHost, startOpenHost } from './harness/operations.ts';
import { RawClient } from './harness/raw-client.ts';

const model = 'gpt-test';
const mebibyte = 1_048_576;
let upstream: Upstream;
let own: OpenHost;
let gateway: TestGateway;
let key = '';

const seed: Parameters<typeof startGateway>[1] = async (db, keys) => {
  const userId = await seedUser(db, { username: 'ada', balance: 1e12 });
  key = (await seedToken(db, keys, { userId })).key;
  await seedPrice(db, model, { input: '2', output: '8' });
  const timeouts = { idleMs: 600 };
  await seedChannel(db, keys, { baseUrl: upstream.url, models: [model], setting: { timeouts } });
  await seedPrice(db, 'picture', { input: '2', output: '8' });
  await seedChannel(db, keys, { baseUrl: own.url, models: ['picture'], setting: { timeouts } });
};
before(async () => {
  upstream = await startUpstream();
  own = await startOpenHost();
  gateway = await startGateway('memory', seed, {
    runningLimit: 2,
    bodyLimitBytes: 8 * mebibyte,
    bodiesLimitBytes: 5 * mebibyte,
  });
});
after(async () => {
  await gateway?.close();
  await upstream?.close();
  own?.close();
});

const chatBody = (content: string, fields: object = {}) =>
  JSON.stringify({ model, messages: [{ role: 'user', content }], ...fields });
const ask = (body: string | ReadableStream = chatBody('hello'), path = '/v1/chat/completions', init: object = {}) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
    ...init,
  });

test('more requests than may run are refused in the dialect of each, with a time to come back, and served then', async () => {
  upstream.script({ behaviour: { latencyMs: 1_500 }, when: { correlation: 'waits' }, times: 2 });
  const running = [ask(chatBody('waits')), ask(chatBody('waits'))];
  await waitFor(() => (upstream.requests('waits').length === 2 ? true : undefined));
  const asked = upstream.requests().length;
  const gemini = JSON.stringify({ contents: [{ parts: [{ text: 'hello' }] }] });
  const refused = [
    { answer: await ask(), status: 503, says: { error: { code: 'overloaded' } } },
    {
      answer: await ask(chatBody('hello', { max_tokens: 9 }), '/v1/messages'),
      status: 529,
      says: { type: 'error', error: { type: 'overloaded_error' } },
    },
    {
      answer: await ask(gemini, `/v1beta/models/${model}:generateContent`),
      status: 503,
      says: { error: { status: 'UNAVAILABLE' } },
    },
    // Before its key is looked at.
    { answer: await ask(chatBody('x'), '/v1/responses', { headers: {} }), status: 503, says: {} },
  ];
  for (const { answer, status, says } of refused) {
    assert.equal(answer.status, status);
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 5);
    assert.partialDeepStrictEqual(await answer.json(), says);
  }
  assert.equal(upstream.requests().length, asked);
  for (const { status } of await Promise.all(running)) assert.equal(status, 200);
  assert.equal((await ask()).status, 200);
});

test('what comes as a whole is refused where it was read, in its order, and its connection serves again', async () => {
  upstream.script({ behaviour: { latencyMs: 1_000 }, when: { correlation: 'holds' }, times: 2 });
  const running = [ask(chatBody('holds')), ask(chatBody('holds'))];
  await waitFor(() => (upstream.requests('holds').length === 2 ? true : undefined));
  const post = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const client = await RawClient.connect(gateway.url);
  client.send(post('/v1/chat/completions', chatBody('one')) + post('/v1/messages', chatBody('two', { max_tokens: 9 })));
  const refused = [await client.answer(), await client.answer()];
  assert.deepEqual(
    refused.map(({ status, byLane }) => [status, byLane]),
    [
      [503, true],
      [529, true],
    ],
  );
  for (const { headers } of refused) assert.ok(Number(headers['retry-after']) >= 1);
  for (const { status } of await Promise.all(running)) assert.equal(status, 200);
  client.send(post('/v1/chat/completions', chatBody('three')));
  const { status, byLane } = await client.answer();
  assert.deepEqual([status, byLane], [200, true]);
  client.destroy();
});

test('large bodies have so much memory together, whether they say their length or not', async () => {
  upstream.script({ behaviour: { latencyMs: 1_000 }, when: { correlation: 'large' } });
  const filler = 'x'.repeat(3 * mebibyte);
  const large = chatBody('large', { filler });
  const first = ask(large);
  await waitFor(() => (upstream.requests('large').length === 1 ? true : undefined));
  const chunked = () => ask(new Blob([large]).stream(), '/v1/chat/completions', { duplex: 'half' });
  const refused = [await ask(large), await chunked()];
  assert.deepEqual(
    refused.map(({ status, headers }) => [status, headers.has('retry-after')]),
    [
      [503, true],
      [503, true],
    ],
  );
  assert.equal((await ask()).status, 200, 'a small one beside them');
  assert.equal((await first).status, 200);
  assert.equal((await chunked()).status, 200);
});

test('a compressed body whose client left while it was inflated keeps no memory', async () => {
  const large = chatBody('left', { filler: 'x'.repeat(3 * mebibyte) });
  const packed = gzipSync(chatBody('left', { filler: 'x'.repeat(7 * mebibyte) }));
  for (let leftAfterMs = 0; leftAfterMs < 10; leftAfterMs++) {
    const client = await RawClient.connect(gateway.url);
    client.send(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`,
    );
    client.send(packed);
    await sleep(leftAfterMs);
    client.socket.resetAndDestroy();
  }
  await waitFor(async () => ((await ask(large)).status === 200 ? true : undefined));
});

test('a client that takes nothing is taken for gone after the silence that an upstream may have', async () => {
  upstream.script({ behaviour: { tokens: 60_000 }, when: { correlation: 'stuck' } });
  const body = chatBody('stuck', { stream: true });
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'readable');
  const event = await gateway.event(({ ended }) => ended === 'client_gone');
  assert.ok(event.charge > 0);
  await waitFor(() => (upstream.requests('stuck')[0]?.outcome === 'aborted' ? true : undefined));
  socket.destroy();
});

for (const [way, header] of [
  ['fast lane', ''],
  ['server of Node', 'Content-Encoding: identity\r\n'],
] as const) {
  test(`a client that takes a large event slowly gets all of it: ${way}`, async (t) => {
    const body = JSON.stringify({ model: 'picture', stream: true, messages: [{ role: 'user', content: way }] });
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${header}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    const answer = await own.answer();
    answer.setHeader('content-type', 'text/event-stream');
    const choices = [{ index: 0, delta: { content: 'x'.repeat(15 * mebibyte) } }];
    answer.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', choices })}\n\n`);
    const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
    const last = `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`;
    // Megabytes wait for the client in the system still when the relay has none left: the host must not be silent until they are taken.
    const signs = setInterval(() => answer.write(': still here\n\n'), 100);
    t.after(() => clearInterval(signs));
    let received = 0;
    let untilPause = 0;
    let end = '';
    const since = performance.now();
    // In gulps that leave room for whole segments, which are 64 KiB here: for less than one the sender waits 200 ms each time.
    for await (const bytes of socket as AsyncIterable<Buffer>) {
      received += bytes.length;
      untilPause += bytes.length;
      end = (end + bytes.subarray(-400).toString('latin1')).slice(-400);
      if (received > 15 * mebibyte && !answer.writableEnded) {
        clearInterval(signs);
        answer.end(last);
      }
      if (end.endsWith('\r\n0\r\n\r\n')) break;
      if (untilPause < mebibyte / 2) continue;
      untilPause = 0;
      await sleep(50);
    }
    assert.match(end, /\[DONE\]/);
    assert.ok(received > 15 * mebibyte, `${received} bytes`);
    // Longer than the silence that is allowed, which is 600 ms.
    assert.ok(performance.now() - since > 1_000);
    socket.destroy();
  });
}

for (const turnMs of [90, 400]) {
  test(`an event loop whose turns take ${turnMs} ms takes in fewer than run, and all again when it is in time`, async () => {
    await gateway.close();
    gateway = await startGateway('memory', seed, { lagLimitMs: 40 });
    const running = 20;
    upstream.script({ behaviour: { latencyMs: 6_000 }, when: { correlation: `late ${turnMs}` }, times: running });
    const asked = Array.from({ length: running }, () => ask(chatBody(`late ${turnMs}`)));
    await waitFor(() => (upstream.requests(`late ${turnMs}`).length === running ? true : undefined));
    const until = performance.now() + 900 + 4 * turnMs;
    await new Promise<void>((done) => {
      const block = () => {
        for (const end = performance.now() + turnMs; performance.now() < end; );
        if (performance.now() < until) setTimeout(block, 1);
        else done();
      };
      block();
    });
    assert.equal((await ask()).status, 503);
    await waitFor(async () => ((await ask()).status === 200 ? true : undefined));
    for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
  });
}
