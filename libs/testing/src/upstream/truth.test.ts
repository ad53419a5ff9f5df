import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import OpenAI from 'openai';
import { collect } from './collect.ts';
import { createTruth } from './truth.ts';
import { startUpstream } from './upstream.ts';

const upstream = await startUpstream();
after(() => upstream.close());
beforeEach(() => upstream.reset());
const client = new OpenAI({ apiKey: 'sk-truth', baseURL: `${upstream.url}/v1`, maxRetries: 0 });
const messages = [{ role: 'user' as const, content: 'from the message' }];

test('a completed request is remembered with what was reported and what was sent', async () => {
  const stream = await client.chat.completions.create({
    model: 'gpt~tokens=12',
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks = await collect(stream);
  const [request, ...more] = upstream.requests('from the message');
  assert.deepEqual(more, []);
  assert.equal(request?.outcome, 'completed');
  assert.equal(request.contentTokens, 12);
  assert.equal(request.key, 'sk-truth');
  assert.equal(request.stream, true);
  assert.deepEqual(request.usage, { prompt: chunks.at(-1)?.usage?.prompt_tokens, completion: 12 });
  assert.ok(request.endedAt >= request.startedAt && request.startedAt > Date.now() - 10_000);
});

test('what is forgotten is summed by model, whole answers and others apart', () => {
  const truth = createTruth(10);
  for (let count = 0; count < 25; count++) {
    const request = truth.open({
      path: '/',
      key: 'k',
      model: count % 2 ? 'odd' : 'even',
      stream: false,
      correlation: '',
    });
    const refused = count === 3;
    Object.assign(request, { status: refused ? 429 : 200, outcome: count === 5 ? 'aborted' : 'completed' });
    request.usage = { prompt: 2, completion: 3 };
  }
  const told =
    truth.list().length + truth.forgotten().reduce((sum, { completed, others }) => sum + completed + others, 0);
  assert.equal(told, 24, 'all but the one that was refused');
  const odd = truth.forgotten().find(({ model }) => model === 'odd');
  assert.equal(odd?.others, 1);
  assert.deepEqual(odd.usage, { prompt: odd.completed * 2, completion: odd.completed * 3 });
  truth.clear();
  assert.deepEqual(truth.forgotten(), []);
});

test('the correlation is the user, else the metadata, else the last user message', async () => {
  const base = { model: 'gpt', messages };
  await client.chat.completions.create({ ...base, user: 'from the user', metadata: { correlation: 'unused' } });
  await client.chat.completions.create({ ...base, metadata: { correlation: 'from the metadata' } });
  await client.chat.completions.create({
    ...base,
    messages: [...messages, { role: 'user', content: [{ type: 'text', text: 'a part' }] }],
  });
  await client.embeddings.create({ model: 'e', input: 'from the input' });
  const seen = upstream.requests().map((request) => request.correlation);
  assert.deepEqual(seen, ['from the user', 'from the metadata', 'a part', 'from the input']);
});

test('a client that leaves is remembered as aborted, with no more than was sent', async () => {
  const stream = await client.chat.completions.create({ model: 'gpt~tokens=500~intervalMs=5', messages, stream: true });
  let received = 0;
  for await (const chunk of stream) {
    if (chunk.choices[0]?.delta.content) received++;
    if (received === 5) break;
  }
  await new Promise((resolve) => setTimeout(resolve, 60));
  const [request] = upstream.requests();
  assert.equal(request?.outcome, 'aborted');
  assert.equal(request.usage, null);
  assert.ok(request.contentTokens >= 5 && request.contentTokens < 30, `${request.contentTokens} tokens were sent`);
});

test('a client that does not read does not make the upstream send', async () => {
  const reply = await client.chat.completions
    .create({ model: 'gpt~tokens=200000', messages, stream: true })
    .asResponse();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const [request] = upstream.requests();
  assert.equal(request?.outcome, 'running');
  assert.ok(request.contentTokens < 100_000, `${request.contentTokens} tokens were sent`);
  await reply.body?.cancel();
});

test('a cut stream counts only tokens that were sent whole', async () => {
  const reply = await client.chat.completions
    .create({ model: 'gpt~cut=end~cutAfterBytes=100', messages, stream: true })
    .asResponse();
  await reply.text();
  assert.equal(upstream.requests()[0]?.contentTokens, 0);
  assert.equal(upstream.requests()[0]?.bytesSent, 100);
});
