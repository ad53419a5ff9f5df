import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, beforeEach, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import OpenAI from 'openai';
import { collect } from './collect.ts';
import { startUpstream } from './upstream.ts';

const upstream = await startUpstream();
after(() => upstream.close());
beforeEach(() => upstream.reset());
const client = new OpenAI({ apiKey: 'sk-any', baseURL: `${upstream.url}/v1`, maxRetries: 0, timeout: 5_000 });
const messages = [{ role: 'user' as const, content: 'Hello' }];

const create = (model: string) => client.chat.completions.create({ model, messages });
const stream = async (model: string, options = {}) =>
  collect(await client.chat.completions.create({ model, messages, stream: true, ...options }));
const asked = { stream_options: { include_usage: true } };

/** The bytes on the wire, with compression left as it is. */
async function raw(model: string, fields = {}): Promise<string> {
  const reply = await client.chat.completions
    .create({ model, messages, stream: true, ...fields }, { headers: { 'accept-encoding': 'identity' } })
    .asResponse();
  return reply.text();
}

test('a status comes with its body and Retry-After', async () => {
  await assert.rejects(create('gpt~status=429~retryAfter=7'), (error: InstanceType<typeof OpenAI.APIError>) => {
    assert.equal(error.status, 429);
    assert.equal(error.code, 'rate_limit_exceeded');
    assert.equal(error.headers?.get('retry-after'), '7');
    return true;
  });
  upstream.script({ behaviour: { status: 502, body: '<html>bad gateway</html>' } });
  await assert.rejects(create('gpt'), { status: 502 });
});

test('a rule is used as often as it says, for the requests it names', async () => {
  upstream.script({ behaviour: { status: 500 }, when: { model: 'first' }, times: 2 });
  await assert.rejects(create('first'), { status: 500 });
  await create('second');
  await assert.rejects(create('first'), { status: 500 });
  await create('first');
});

test('a rule without an end lasts until it is cleared', async () => {
  upstream.script({ behaviour: { status: 500 }, times: 0 });
  for (let count = 0; count < 3; count++) await assert.rejects(create('gpt'), { status: 500 });
  upstream.reset();
  await create('gpt');
});

test('another process scripts and reads the truth over HTTP', async () => {
  const rule = { behaviour: { status: 418 }, when: { key: 'sk-any' } };
  const added = await fetch(`${upstream.url}/control`, { method: 'POST', body: JSON.stringify(rule) });
  assert.equal(added.status, 200);
  await assert.rejects(create('gpt'), { status: 418 });
  const truth = await (await fetch(`${upstream.url}/control/requests?correlation=Hello`)).json();
  assert.equal((truth as { status: number }[])[0]?.status, 418);
  await fetch(`${upstream.url}/control`, { method: 'DELETE' });
  assert.deepEqual(upstream.requests(), []);
});

test('a rule or a model name that is wrong is refused with its reason', async () => {
  const rule = { behaviour: { latency: 3 } };
  const refused = await fetch(`${upstream.url}/control`, { method: 'POST', body: JSON.stringify(rule) });
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /latency/);
  await assert.rejects(create('gpt~tokens=many'), { status: 400, param: 'model' });
});

test('latency delays the headers, firstByteMs the body', async () => {
  const started = Date.now();
  const reply = await client.chat.completions
    .create({ model: 'gpt~latencyMs=80~firstByteMs=1000', messages, stream: true })
    .asResponse();
  const headersMs = Date.now() - started;
  assert.ok(headersMs >= 79 && headersMs < 1079, `headers after ${headersMs} ms`);
  await reply.text();
  assert.ok(Date.now() - started >= 1078);
});

test('slices cut through events and characters without changing the text', async () => {
  const whole = (await create('gpt~tokens=100')).choices[0]?.message.content ?? '';
  assert.match(whole, /[é…]/);
  for (const bytes of [1, 7]) {
    const chunks = await stream(`gpt~tokens=100~sliceBytes=${bytes}`);
    assert.equal(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''), whole);
  }
});

test('a reset or a close before the headers fails the request', async () => {
  await assert.rejects(create('gpt~cut=reset'), OpenAI.APIConnectionError);
  await assert.rejects(create('gpt~cut=close'), OpenAI.APIConnectionError);
});

test('a reset or a close inside the body breaks the stream after so many bytes', async () => {
  for (const cut of ['reset', 'close']) {
    const reply = await client.chat.completions
      .create({ model: `gpt~cut=${cut}~cutAfterBytes=700`, messages, stream: true })
      .asResponse();
    let received = 0;
    await assert.rejects(async () => {
      for await (const piece of reply.body ?? []) received += piece.length;
    }, TypeError);
    assert.equal(received, 700);
    assert.equal(upstream.requests().at(-1)?.outcome, 'cut');
    assert.equal(upstream.requests().at(-1)?.bytesSent, 700);
  }
});

test('an early end is a proper end without a finish', async () => {
  const text = await raw('gpt~cut=end~cutAfterBytes=700');
  assert.equal(text.length, 700);
});

test('a stall is silent until the client gives up', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 150);
  const reply = await client.chat.completions
    .create({ model: 'gpt~stallAfterBytes=500', messages, stream: true }, { signal: controller.signal })
    .asResponse();
  await assert.rejects(reply.text());
  await until(() => upstream.requests()[0]?.outcome === 'aborted');
  assert.equal(upstream.requests()[0]?.bytesSent, 500);
});

test('a stall with a length goes on afterwards', async () => {
  const started = Date.now();
  assert.equal((await stream('gpt~tokens=9~stallAfterBytes=500~stallMs=100')).length, 11);
  assert.ok(Date.now() - started >= 99);
});

test('usage appears where the behaviour says', async () => {
  const usages = async (place: string, options = {}) =>
    (await stream(`gpt~tokens=3~usage=${place}`, options)).map((chunk) => chunk.usage?.completion_tokens);
  assert.deepEqual(await usages('none', asked), Array(5).fill(undefined));
  assert.deepEqual(await usages('zero', asked), [...Array(5).fill(undefined), 0]);
  assert.deepEqual(await usages('every'), [0, 1, 2, 3, 3]);
  assert.deepEqual(await usages('finish'), [...Array(4).fill(undefined), 3]);
  assert.equal((await create('gpt~usage=none')).usage, undefined);
  assert.equal((await create('gpt~usage=zero')).usage?.total_tokens, 0);
});

test('reported figures can be anything', async () => {
  const { usage } = await create('gpt~promptTokens=1000~completionTokens=7~cachedTokens=900~reasoningTokens=5');
  assert.equal(usage?.total_tokens, 1007);
  assert.equal(usage?.prompt_tokens_details?.cached_tokens, 900);
  assert.equal(usage?.completion_tokens_details?.reasoning_tokens, 5);
});

test('an error event comes after HTTP 200, at first or in the middle', async () => {
  await assert.rejects(stream('gpt~errorAfterEvents=0'), { type: 'server_error' });
  const text = await raw('gpt~errorAfterEvents=3');
  assert.equal(text.match(/"delta"/g)?.length, 3);
  assert.match(text, /"error"/);
  assert.doesNotMatch(text, /DONE/);
});

test('a stream may lack [DONE], carry comments, or use CRLF', async () => {
  assert.match(await raw('gpt'), /data: \[DONE\]\n\n$/);
  assert.doesNotMatch(await raw('gpt~done=false'), /DONE/);
  assert.match(await raw('gpt~crlf'), /\}\r\n\r\ndata: \[DONE\]\r\n\r\n$/);
  assert.match(await raw('gpt~comments'), /: waiting\n\ndata: \{/);
  assert.equal((await stream('gpt~tokens=4~comments~crlf~done=false')).length, 6);
});

test('one JSON body answers a request for a stream', async () => {
  const reply = await client.chat.completions.create({ model: 'gpt~json', messages, stream: true }).asResponse();
  assert.equal(reply.headers.get('content-type'), 'application/json');
  assert.equal(((await reply.json()) as { object: string }).object, 'chat.completion');
});

test('gzip compresses each event as it goes', async () => {
  assert.equal((await stream('gpt~tokens=6~gzip')).length, 8);
  const { port } = upstream;
  const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const request = httpRequest({ port, path: '/v1/chat/completions', method: 'POST', headers }, async (reply) => {
      resolve(Buffer.concat(await collect(reply)));
    });
    request.on('error', reject).end(JSON.stringify({ model: 'gpt~gzip', messages, stream: true }));
  });
  assert.match(gunzipSync(bytes).toString(), /\[DONE\]/);
});

test('headers of the behaviour are sent', async () => {
  upstream.script({ behaviour: { status: 302, headers: { location: 'http://elsewhere.invalid/' } } });
  const reply = await fetch(`${upstream.url}/v1/models`, {
    headers: { authorization: 'Bearer k' },
    redirect: 'manual',
  });
  assert.equal(reply.headers.get('location'), 'http://elsewhere.invalid/');
});

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 2_000; !condition(); ) {
    assert.ok(Date.now() < end, 'the condition did not come true within 2 s');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
