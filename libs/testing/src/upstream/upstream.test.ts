import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import OpenAI from 'openai';
import { collect } from './collect.ts';
import { startUpstream } from './upstream.ts';

const upstream = await startUpstream({ keys: ['sk-accepted'] });
after(() => upstream.close());
const client = new OpenAI({ apiKey: 'sk-accepted', baseURL: `${upstream.url}/v1`, maxRetries: 0 });
const messages = [{ role: 'user' as const, content: 'Hello' }];

test('a chat completion carries text, finish reason and usage that adds up', async () => {
  const reply = await client.chat.completions.create({ model: 'gpt-5.6-luna', messages });
  assert.match(reply.id, /^chatcmpl-/);
  assert.equal(reply.object, 'chat.completion');
  assert.equal(reply.choices[0]?.finish_reason, 'stop');
  assert.match(reply.choices[0]?.message.content ?? '', /^(Hello|Good)/);
  assert.equal(reply.usage?.total_tokens, (reply.usage?.prompt_tokens ?? 0) + (reply.usage?.completion_tokens ?? 0));
});

test('a stream has a role chunk, content chunks, a finish chunk, and usage only when asked', async () => {
  for (const include_usage of [true, false]) {
    const stream = await client.chat.completions.create({
      model: 'gpt~tokens=5',
      messages,
      stream: true,
      stream_options: { include_usage },
    });
    const chunks = await collect(stream);
    assert.equal(chunks[0]?.choices[0]?.delta.role, 'assistant');
    assert.equal(chunks.filter((chunk) => chunk.choices[0]?.delta.content).length, 5);
    assert.equal(chunks[6]?.choices[0]?.finish_reason, 'stop');
    assert.equal(chunks.length, include_usage ? 8 : 7);
    assert.deepEqual(chunks.at(-1)?.choices.length, include_usage ? 0 : 1);
    assert.equal(chunks.at(-1)?.usage?.completion_tokens, include_usage ? 5 : undefined);
  }
});

test('the same prompt gets the same text, streamed or not', async () => {
  const whole = await client.chat.completions.create({ model: 'gpt~tokens=300', messages });
  const stream = await client.chat.completions.create({ model: 'gpt~tokens=300', messages, stream: true });
  const chunks = await collect(stream);
  const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
  assert.equal(text, whole.choices[0]?.message.content);
});

test('reported completion tokens are what tokenizers count', async () => {
  for (const content of ['Hello', 'hi', 'a', 'b', 'c']) {
    const reply = await client.chat.completions.create({
      model: 'gpt~tokens=200',
      messages: [{ role: 'user', content }],
    });
    const text = reply.choices[0]?.message.content ?? '';
    assert.equal(encodeO200k(text).length, 200);
    assert.equal(encodeCl100k(text).length, 200);
    assert.equal(reply.usage?.completion_tokens, 200);
  }
});

test('max_completion_tokens cuts the answer with finish reason length', async () => {
  const reply = await client.chat.completions.create({ model: 'gpt', messages, max_completion_tokens: 3 });
  assert.equal(reply.choices[0]?.finish_reason, 'length');
  assert.equal(reply.usage?.completion_tokens, 3);
});

test('n choices each carry the answer and all are counted', async () => {
  const reply = await client.chat.completions.create({ model: 'gpt~tokens=4', messages, n: 3 });
  assert.deepEqual(
    reply.choices.map((choice) => choice.index),
    [0, 1, 2],
  );
  assert.equal(reply.usage?.completion_tokens, 12);
});

const tools = [
  { type: 'function' as const, function: { name: 'weather', parameters: {} } },
  {
    type: 'function' as const,
    function: {
      name: 'tide',
      parameters: { type: 'object', properties: { port: { type: 'string' }, days: { type: 'integer' } } },
    },
  },
];

test('a named tool is called with arguments that fit its schema, streamed or not', async () => {
  const request = {
    model: 'gpt',
    messages,
    tools,
    tool_choice: { type: 'function' as const, function: { name: 'tide' } },
  };
  const reply = await client.chat.completions.create(request);
  const call = reply.choices[0]?.message.tool_calls?.[0];
  assert.ok(call?.type === 'function');
  assert.equal(call.function.name, 'tide');
  assert.deepEqual(JSON.parse(call.function.arguments), { port: 'harbour', days: 1 });
  assert.equal(reply.choices[0]?.finish_reason, 'tool_calls');
  const chunks = await collect(await client.chat.completions.create({ ...request, stream: true }));
  const deltas = chunks.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);
  assert.equal(deltas[0]?.function?.name, 'tide');
  assert.equal(deltas.map((delta) => delta.function?.arguments).join(''), call.function.arguments);
});

test('a tool result is answered with text', async () => {
  const reply = await client.chat.completions.create({
    model: 'gpt',
    tools,
    messages: [...messages, { role: 'tool', tool_call_id: 'call_1', content: 'high at noon' }],
  });
  assert.equal(reply.choices[0]?.finish_reason, 'stop');
});

test('a text completion works streamed and not', async () => {
  const request = { model: 'gpt~tokens=9', prompt: 'Once', max_tokens: 5 };
  const reply = await client.completions.create(request);
  assert.equal(reply.object, 'text_completion');
  assert.equal(reply.usage?.completion_tokens, 5);
  assert.equal(reply.choices[0]?.finish_reason, 'length');
  const chunks = await collect(await client.completions.create({ ...request, stream: true }));
  assert.equal(chunks.map((chunk) => chunk.choices[0]?.text).join(''), reply.choices[0]?.text);
});

test('embeddings are unit vectors, the same as floats and as base64', async () => {
  const request = { model: 'text-embedding-3-small', input: ['one', 'two'], dimensions: 64 };
  const floats = await client.embeddings.create({ ...request, encoding_format: 'float' });
  const decoded = await client.embeddings.create(request);
  assert.equal(floats.data.length, 2);
  assert.equal(floats.data[0]?.embedding.length, 64);
  assert.deepEqual(decoded.data, floats.data);
  assert.notDeepEqual(floats.data[0]?.embedding, floats.data[1]?.embedding);
  assert.ok(Math.abs(Math.hypot(...(floats.data[0]?.embedding ?? [])) - 1) < 1e-5);
  const raw = await client.embeddings.create({ ...request, encoding_format: 'base64' });
  assert.equal(typeof raw.data[0]?.embedding, 'string');
});

test('models are listed and found, unknown ones are 404', async () => {
  const models = await collect(client.models.list());
  assert.ok(models.some((model) => model.id === 'gpt-5.6-luna'));
  assert.equal((await client.models.retrieve('gpt-5.6-luna')).object, 'model');
  await assert.rejects(client.models.retrieve('none'), { status: 404, code: 'model_not_found' });
});

test('refuses a wrong key, a missing key, a wrong content type, a missing field and an unknown path', async () => {
  const stranger = client.withOptions({ apiKey: 'sk-somebody-else' });
  await assert.rejects(stranger.models.list(), { status: 401, code: 'invalid_api_key' });
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(`${upstream.url}${path}`, { method: 'POST', headers, body });
  const authorization = 'Bearer sk-accepted';
  const json = { authorization, 'content-type': 'application/json' };
  const chat = '/v1/chat/completions';
  assert.equal((await post(chat, { 'content-type': 'application/json' }, '{}')).status, 401);
  assert.equal((await post(chat, { authorization, 'content-type': 'text/plain' }, '{}')).status, 400);
  assert.equal((await post(chat, json, '{')).status, 400);
  assert.equal((await post('/chat/completions', json, '{}')).status, 404);
  const missing = await post(chat, json, '{"model":"gpt"}');
  assert.deepEqual(await missing.json(), {
    error: {
      message: "Missing required parameter: 'messages'.",
      type: 'invalid_request_error',
      param: 'messages',
      code: 'missing_required_parameter',
    },
  });
});
