import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UsageEvent } from '@switchyard/contracts';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { startGateway, type TestGateway, waitFor } from '../../harness/gateway.ts';
import { type RawAnswer, RawClient } from '../../harness/raw-client.ts';

const model = 'gpt-test';
const chats = '/v1/chat/completions';

interface Side {
  readonly gateway: TestGateway;
  readonly key: string;
}

let upstream: Upstream;
let lane: Side;
/** The same without the lane. */
let plain: Side;

async function open(fastLane: boolean): Promise<Side> {
  let key = '';
  const gateway = await startGateway(
    'memory',
    async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1e12 });
      key = (await seedToken(db, keys, { userId })).key;
      await seedPrice(db, model, { input: '2', output: '8' });
      await seedPrice(db, 'embed-test', { input: '1', output: '1' });
      await seedChannel(db, keys, { baseUrl: upstream.url, models: [model, 'embed-test'] });
    },
    { fastLane },
  );
  // Keys are known once they were looked up.
  await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
  return { gateway, key };
}

before(async () => {
  upstream = await startUpstream();
  [lane, plain] = await Promise.all([open(true), open(false)]);
});
after(async () => {
  await Promise.all([lane?.gateway.close(), plain?.gateway.close()]);
  await upstream?.close();
});

const chat = (content: string, fields: object = {}) =>
  JSON.stringify({ model, messages: [{ role: 'user', content }], ...fields });

/** A POST as most clients write it. */
function post(key: string, body: string, path = chats, ...lines: readonly string[]): string {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: gateway.example',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...lines,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

async function ask({ gateway }: Side, ...pieces: readonly string[]): Promise<RawAnswer> {
  const client = await RawClient.connect(gateway.url);
  for (const [at, piece] of pieces.entries()) {
    // So that they do not arrive together.
    if (at > 0) await sleep(3);
    client.send(piece);
  }
  const answer = await client.answer();
  client.destroy();
  return answer;
}

/** An answer without what differs from one request to the next. */
function told({ status, headers, body }: RawAnswer) {
  const { date, 'x-oneapi-request-id': id, 'content-length': length, ...rest }: Record<string, unknown> = headers;
  assert.ok(date);
  const others = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value === id ? 'ID' : value]));
  const text = body
    .replaceAll(String(id), 'ID')
    .replaceAll(/"(id|created|created_at|completed_at|item_id)":("[^"]*"|\d+)/g, '"$1":0')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID');
  return { status, others, hasId: id !== undefined, hasLength: length !== undefined, body: text };
}

/** What each side answers to the same. */
async function askBoth(write: (key: string) => readonly string[], connectionMayDiffer = false) {
  const byLane = await ask(lane, ...write(lane.key));
  const byNode = await ask(plain, ...write(plain.key));
  assert.equal(byNode.byLane, false);
  const answers = [told(byLane), told(byNode)];
  if (connectionMayDiffer) for (const { others } of answers) for (const name of ofConnections) delete others[name];
  assert.deepEqual(answers[0], answers[1]);
  return byLane;
}

const ofConnections = ['connection', 'keep-alive'];

describe('the lane answers as Node and Fastify do', () => {
  // Fastify ends a connection whose body it could not parse, as if it had not read it; the lane has, and goes on.
  const taken: Readonly<Record<string, { status?: number; body: string; path?: string; closes?: boolean }>> = {
    'a chat': { body: chat('same') },
    'a stream': { body: chat('same', { stream: true }) },
    'a stream with usage': { body: chat('same', { stream: true, stream_options: { include_usage: true } }) },
    'a message': { body: chat('same', { max_tokens: 20 }), path: '/v1/messages' },
    'a message of Claude Code': { body: chat('same', { max_tokens: 20 }), path: '/v1/messages?beta=true' },
    'a streamed message': { body: chat('same', { max_tokens: 20, stream: true }), path: '/v1/messages' },
    'a response': { body: JSON.stringify({ model, input: 'same' }), path: '/v1/responses' },
    'an embedding': { body: JSON.stringify({ model: 'embed-test', input: 'same' }), path: '/v1/embeddings' },
    'no JSON': { status: 400, closes: true, body: '{"model":' },
    'no object': { status: 400, closes: true, body: '[1,2]' },
    'no UTF-8': { status: 400, closes: true, body: '{"a":"\u00ff"}' },
    'no messages': { status: 400, body: chat('', { messages: [] }) },
    'no messages of Anthropic': { status: 400, body: chat('', { messages: [] }), path: '/v1/messages' },
    'a model that nobody has': { status: 404, body: chat('same', { model: 'nobody-has-it' }) },
  };
  for (const [name, { status = 200, body, path, closes }] of Object.entries(taken)) {
    test(name, async () => {
      const answer = await askBoth((key) => [post(key, body, path)], closes);
      assert.deepEqual([answer.status, answer.byLane], [status, true]);
    });
  }

  test('what the upstream refuses', async () => {
    upstream.script({
      behaviour: { status: 400, body: { error: { message: 'odd' } } },
      when: { correlation: 'odd' },
      times: 2,
    });
    const answer = await askBoth((key) => [post(key, chat('odd'))]);
    assert.deepEqual([answer.status, answer.byLane], [400, true]);
  });

  const large = 2 * 1_048_576;
  const handedOn: Readonly<Record<string, { status: number; write: (key: string) => readonly string[] }>> = {
    'an unknown key': { status: 401, write: () => [post('sk-unknown', chat('same'))] },
    'an unknown key again': { status: 401, write: () => [post('sk-unknown', chat('same'))] },
    'no key': { status: 401, write: (key) => [post(key, chat('same')).replace(/Authorization.*\r\n/, '')] },
    'a body that is too large': {
      status: 413,
      write: (key) => [post(key, '').replace('Content-Length: 0', `Content-Length: ${large}`)],
    },
    'another type': {
      status: 415,
      write: (key) => [post(key, chat('same')).replace('application/json', 'text/plain')],
    },
    'no body': { status: 400, write: (key) => [post(key, '')] },
    'a body in chunks': {
      status: 200,
      write: (key) => {
        const body = chat('same');
        const head = post(key, '').replace('Content-Length: 0', 'Transfer-Encoding: chunked');
        return [
          head,
          `5\r\n${body.slice(0, 5)}\r\n`,
          `${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`,
        ];
      },
    },
    'an expectation': {
      status: 200,
      write: (key) => {
        const text = post(key, chat('same'), chats, 'Expect: 100-continue');
        return [text.slice(0, text.indexOf('{')), text.slice(text.indexOf('{'))];
      },
    },
    'the wish to close': { status: 200, write: (key) => [post(key, chat('same'), chats, 'Connection: close')] },
    'HTTP/1.0': { status: 200, write: (key) => [post(key, chat('same')).replace('HTTP/1.1', 'HTTP/1.0')] },
    'another method': { status: 405, write: (key) => [post(key, chat('same')).replace('POST', 'PUT')] },
    'an address without a version': { status: 200, write: (key) => [post(key, chat('same'), '/chat/completions')] },
    'a key in the query': {
      status: 200,
      write: (key) => [post(key, chat('same'), `${chats}?key=${key}`).replace(/Authorization.*\r\n/, '')],
    },
  };
  for (const [name, { status, write }] of Object.entries(handedOn)) {
    test(`${name}, which it hands on`, async () => {
      const answer = await askBoth(write);
      assert.deepEqual([answer.status, answer.byLane], [status, false]);
    });
  }

  const neither: Readonly<Record<string, (key: string) => string>> = {
    'a length and a transfer coding': (key) => post(key, chat('same'), chats, 'Transfer-Encoding: chunked'),
    'two lengths': (key) => post(key, chat('same'), chats, 'Content-Length: 3'),
    'a length with a sign': (key) => post(key, chat('same')).replace('Content-Length: ', 'Content-Length: +'),
    'a header that goes on in the next line': (key) => post(key, chat('same'), chats, 'x-a: 1', ' 2'),
    'a name with a blank': (key) => post(key, chat('same'), chats, 'x a: 1'),
    'a bare LF': (key) => post(key, chat('same'), chats, 'x-a: 1\nx-b: 2'),
    'a NUL': (key) => post(key, chat('same'), chats, 'x-a: \u0000'),
  };
  for (const [name, write] of Object.entries(neither)) {
    test(`${name}, which nobody reads`, async () => {
      const before = upstream.requests('same').length;
      const statuses: number[] = [];
      for (const side of [lane, plain]) {
        const client = await RawClient.connect(side.gateway.url);
        client.send(write(side.key));
        const { status, byLane } = await client.answer();
        assert.equal(byLane, false);
        statuses.push(status);
        await client.end();
        client.destroy();
      }
      assert.equal(statuses[0], statuses[1]);
      assert.ok((statuses[0] as number) >= 400);
      assert.equal(upstream.requests('same').length, before);
    });
  }
});

test('a request is answered the same wherever its bytes are cut', async () => {
  const text = post(lane.key, chat('cut'));
  const whole = told(await ask(lane, text));
  const cuts = Array.from({ length: text.length - 1 }, (_, at) => at + 1);
  for (let at = 0; at < cuts.length; at += 40) {
    await Promise.all(
      cuts.slice(at, at + 40).map(async (cut) => {
        const answer = await ask(lane, text.slice(0, cut), text.slice(cut));
        assert.deepEqual(told(answer), whole, `cut at ${cut}`);
      }),
    );
  }
});

test('requests that come together are answered in order', async () => {
  const client = await RawClient.connect(lane.gateway.url);
  upstream.script({ behaviour: { latencyMs: 100 }, when: { correlation: 'first' } });
  client.send(post(lane.key, chat('first')) + post(lane.key, chat('second', { stream: true })) + post(lane.key, '{'));
  const answers = [await client.answer(), await client.answer(), await client.answer()];
  assert.deepEqual(
    answers.map(({ status, headers, byLane }) => [status, headers['content-type'], byLane]),
    [
      [200, 'application/json', true],
      [200, 'text/event-stream; charset=utf-8', true],
      [400, 'application/json; charset=utf-8', true],
    ],
  );
  const [first, second] = [upstream.requests('first')[0], upstream.requests('second')[0]];
  assert.ok(first && second && second.startedAt >= first.endedAt);
  client.destroy();
});

test('a connection that brings anything else is served all the same, from its first request or a later one on', async () => {
  const models = `GET /v1/models HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${lane.key}\r\n\r\n`;
  for (const [texts, byLane] of [
    [
      [post(lane.key, chat('mixed')), models, post(lane.key, chat('mixed'))],
      [true, false, false],
    ],
    [
      [models, post(lane.key, chat('mixed'))],
      [false, false],
    ],
  ] as const) {
    for (const together of [true, false]) {
      const client = await RawClient.connect(lane.gateway.url);
      const answers: RawAnswer[] = [];
      if (together) client.send(texts.join(''));
      for (const text of texts) {
        if (!together) client.send(text);
        answers.push(await client.answer());
      }
      assert.deepEqual(
        answers.map((answer) => [answer.status, answer.byLane]),
        byLane.map((expected) => [200, expected]),
      );
      client.destroy();
    }
  }
});

test('a client that ends its side while an answer is under way has left: the upstream is freed', async () => {
  for (const [name, fields] of Object.entries({ 'gone-whole': {}, 'gone-stream': { stream: true } })) {
    const client = await RawClient.connect(lane.gateway.url);
    upstream.script({ behaviour: { latencyMs: 20_000 }, when: { correlation: name } });
    client.send(post(lane.key, chat(name, fields)));
    await waitFor(() => upstream.requests(name)[0]);
    client.socket.end();
    await waitFor(() => (upstream.requests(name)[0]?.outcome === 'aborted' ? true : undefined));
    client.destroy();
  }
});

describe('streams', () => {
  async function stream(content: string): Promise<IncomingMessage> {
    const body = chat(content, { stream: true });
    const headers = {
      authorization: `Bearer ${lane.key}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
    };
    const sent = request(`${lane.gateway.url}${chats}`, { method: 'POST', headers });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    assert.ok(answer.rawHeaders.includes('date'), 'it is served by the lane');
    return answer;
  }

  test('reach a client in chunks, each of them as soon as it is there', async () => {
    upstream.script({ behaviour: { tokens: 20, intervalMs: 20 }, when: { correlation: 'chunks' } });
    const answer = await stream('chunks');
    assert.equal(answer.headers['transfer-encoding'], 'chunked');
    let pieces = 0;
    let text = '';
    for await (const piece of answer) {
      pieces++;
      text += piece;
    }
    assert.ok(pieces >= 10, `${pieces} pieces`);
    assert.equal(text.match(/^data: \{/gm)?.length, 22);
    assert.match(text, /data: \[DONE\]\n\n$/);
    assert.equal(answer.complete, true);
  });

  test('wait for a client that reads slowly, and reach it whole', async () => {
    upstream.script({ behaviour: { tokens: 100_000 }, when: { correlation: 'slow' } });
    const answer = await stream('slow');
    answer.pause();
    const sent = () => upstream.requests('slow')[0]?.bytesSent ?? 0;
    let before = -1;
    await waitFor(async () => {
      const now = sent();
      const waits = now > 0 && now === before;
      before = now;
      await sleep(200);
      return waits ? true : undefined;
    });
    assert.equal(upstream.requests('slow')[0]?.outcome, 'running');
    let end = '';
    for await (const piece of answer) end = (end + piece).slice(-100);
    assert.match(end, /data: \[DONE\]\n\n$/);
    assert.equal(upstream.requests('slow')[0]?.outcome, 'completed');
  });

  test('free the upstream when their client leaves', async () => {
    upstream.script({ behaviour: { tokens: 1_000, intervalMs: 20 }, when: { correlation: 'leaves' } });
    const answer = await stream('leaves');
    await once(answer, 'data');
    answer.destroy();
    await waitFor(() => (upstream.requests('leaves')[0]?.outcome === 'aborted' ? true : undefined));
    await lane.gateway.event(({ ended, charge }) => ended === 'client_gone' && charge > 0);
  });
});

describe('the usage event', () => {
  /** Of the request that this text asks, without what differs from one request to the next. */
  async function eventOf(side: Side, text: string): Promise<Partial<UsageEvent>> {
    const { headers } = await ask(side, text);
    const event = await side.gateway.event(({ id, final }) => id === headers['x-oneapi-request-id'] && final);
    const { id: _id, holdId: _hold, durationMs: _duration, firstByteMs: _first, tries, ...others } = event;
    return { ...others, tries: tries.map((made) => ({ ...made, durationMs: 0 })) };
  }

  for (const [name, path, body] of [
    ['a chat', chats, chat('billed')],
    ['a stream', chats, chat('billed', { stream: true })],
    ['a message', '/v1/messages?beta=true', chat('billed', { max_tokens: 9 })],
  ] as const) {
    test(`of ${name} is that of one without the lane`, async () => {
      const lines = ['X-Forwarded-For: 203.0.113.9, 127.0.0.1'];
      const event = await eventOf(lane, post(lane.key, body, path, ...lines));
      assert.deepEqual(event, await eventOf(plain, post(plain.key, body, path, ...lines)));
      assert.ok((event.charge as number) > 0);
      assert.equal(event.ip, '203.0.113.9');
    });
  }

  test('names whom a trusted proxy names, request by request', async () => {
    const client = await RawClient.connect(lane.gateway.url);
    const ips: string[] = [];
    for (const line of ['X-Forwarded-For: 203.0.113.7', 'X-Forwarded-For: 2001:db8::7', 'X-Other: 203.0.113.7']) {
      client.send(post(lane.key, chat('named'), chats, line));
      const { headers, byLane } = await client.answer();
      assert.equal(byLane, true);
      const event = await lane.gateway.event(({ id, final }) => id === headers['x-oneapi-request-id'] && final);
      ips.push(event.ip);
    }
    assert.deepEqual(ips, ['203.0.113.7', '2001:db8::7', '127.0.0.1']);
    client.destroy();
  });
});

test('a relay that ends lets go of connections that nobody uses, and closes the others with their answers', async () => {
  const side = await open(true);
  const [idle, busy] = await Promise.all([RawClient.connect(side.gateway.url), RawClient.connect(side.gateway.url)]);
  idle.send(post(side.key, chat('idle')));
  assert.equal((await idle.answer()).headers.connection, 'keep-alive');
  upstream.script({ behaviour: { latencyMs: 500 }, when: { correlation: 'busy' } });
  busy.send(post(side.key, chat('busy')));
  await waitFor(() => upstream.requests('busy')[0]);
  const closing = side.gateway.close();
  await idle.end();
  assert.equal(busy.closed, false);
  const { status, headers, byLane } = await busy.answer();
  assert.deepEqual([status, headers.connection, byLane], [200, 'close', true]);
  await busy.end();
  await closing;
});
