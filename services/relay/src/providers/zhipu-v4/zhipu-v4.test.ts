import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sse } from '../../egress/framing/sse.ts';
import { GatewayError } from '../../errors.ts';
import { patched } from '../../harness/patched.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { chatPatches } from './chat-patches.ts';
import { zhipuEmbeddings } from './embeddings.ts';
import { zhipuChat, zhipuEndpoints, zhipuUrl } from './endpoints.ts';
import { zhipuImages } from './images.ts';

const messages = [{ role: 'user', content: 'When is low water?' }];
const patch = (body: object, model = 'glm-5.3') => patched(chatPatches, { messages, ...body }, model);

test('reasons, cached tokens and calls are OpenAI’s, wherever a stream is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'text.sse'), sse, zhipuChat.readStream);
  assert.equal(textOf(parts, 'reasoning'), 'Tide tables.');
  assert.equal(textOf(parts, 'text'), 'Low water — 港');
  assert.equal(
    parts.some(({ type }) => type === 'tool-input-start'),
    false,
  );
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'content-filter', raw: 'content_filter' },
    usage: { prompt: 9, completion: 4, cacheRead: 3, cacheWrite: 0 },
  });
});

test('a network error of the model is a failure, an exceeded window is the length', () => {
  const end = (reason: string) =>
    `data: {"id":"1","choices":[{"index":0,"delta":{"content":"Ebb"},"finish_reason":"${reason}"}]}\n\ndata: [DONE]\n\n`;
  const failed = replay(end('network_error'), sse, zhipuChat.readStream).at(-1);
  assert.ok(failed?.type === 'error' && failed.error.verdict === 'retry');
  const long = replay(end('model_context_window_exceeded'), sse, zhipuChat.readStream).at(-1);
  assert.ok(long?.type === 'finish' && long.finishReason.unified === 'length');
});

test('a whole answer keeps the client’s calls alone', () => {
  const { parts, finishReason } = zhipuChat.readResponse({
    id: '1',
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          content: '',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'tide', arguments: '{ "port":"Brest" }' } },
            { id: 'c2', type: 'retrieval', retrieval: {} },
          ],
        },
      },
    ],
  });
  assert.deepEqual(parts, [{ type: 'tool-call', id: 'c1', name: 'tide', arguments: '{ "port":"Brest" }' }]);
  assert.equal(finishReason.unified, 'tool-calls');
});

test('limits are open intervals of two decimals, and what is refused is left out', () => {
  const body = patch({
    temperature: 0,
    top_p: 0.123456,
    n: 2,
    seed: 4,
    frequency_penalty: 1,
    stop: ['a', 'b'],
    max_completion_tokens: 50,
    stream_options: { include_usage: true },
  });
  assert.deepEqual(body, { messages, temperature: 0.01, top_p: 0.12, stop: ['a'], max_tokens: 50 });
  assert.equal(patch({ top_p: 1 }).top_p, 0.99);
  assert.deepEqual(patch({ stop: 'a' }).stop, ['a']);
});

test('a client is told what is dropped', () => {
  const warnings: string[] = [];
  const request = { model: 'glm-5.3', stream: false, messages: [], tools: [], extensions: {} };
  const toolChoice = { type: 'required' } as const;
  zhipuChat.writeRequest({ ...request, seed: 4, choices: 2, toolChoice }, (field) => warnings.push(field));
  assert.deepEqual(warnings.sort(), ['n', 'seed', 'tool_choice']);
});

test('an effort becomes the switch for thinking', () => {
  assert.deepEqual(patch({ reasoning_effort: 'none' }).thinking, { type: 'disabled' });
  assert.deepEqual(patch({ reasoning_effort: 'high' }).thinking, { type: 'enabled' });
  const own = { type: 'disabled' };
  assert.deepEqual(patch({ reasoning_effort: 'high', thinking: own }), { messages, thinking: own });
});

test('tools are chosen by the model, or left out', () => {
  const tools = [{ type: 'function', function: { name: 'tide' } }];
  assert.deepEqual(patch({ tools, tool_choice: 'none' }), { messages });
  assert.deepEqual(patch({ tools, tool_choice: 'required' }), { messages, tools });
  assert.deepEqual(patch({ tools, tool_choice: 'auto' }), { messages, tools, tool_choice: 'auto' });
});

test('a schema is told in words', () => {
  const schema = { type: 'object' };
  const body = patch({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } });
  assert.deepEqual(body.response_format, { type: 'json_object' });
  assert.match(String((body.messages as { content: string }[])[0]?.content), /\{"type":"object"\}$/);
});

test('messages are neither empty nor null, and not the system’s alone', () => {
  const call = { role: 'assistant', content: null, tool_calls: [{ id: 'c1' }] };
  assert.deepEqual(patch({ messages: [...messages, { role: 'assistant', content: '' }, call] }).messages, [
    ...messages,
    { role: 'assistant', tool_calls: [{ id: 'c1' }] },
  ]);
  assert.deepEqual(patch({ messages: [{ role: 'system', content: 'Hi' }] }).messages, [
    { role: 'user', content: 'Hi' },
  ]);
});

test('a result of a tool stays behind its call, though it is empty', () => {
  const call = { role: 'assistant', tool_calls: [{ id: 'c1' }] };
  for (const content of ['', null, []]) {
    const result = { role: 'tool', tool_call_id: 'c1', content };
    const sent = patch({ messages: [...messages, call, result] }).messages;
    assert.deepEqual(sent, [...messages, call, { role: 'tool', tool_call_id: 'c1', content: '...' }]);
  }
});

test('older models get pictures as bare base64', () => {
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } };
  const url = (model: string) =>
    (
      patch({ messages: [{ role: 'user', content: [picture] }] }, model).messages as { content: (typeof picture)[] }[]
    )[0]?.content[0]?.image_url.url;
  assert.equal(url('glm-4v-plus'), 'iVBO');
  assert.equal(url('glm-4.6v'), 'data:image/png;base64,iVBO');
});

test('a user’s name that Zhipu would refuse is left out', () => {
  assert.deepEqual(patch({ user: 'ada' }), { messages });
  assert.deepEqual(patch({ user: 'ada-lovelace' }), { messages, user_id: 'ada-lovelace' });
});

test('embeddings of the second generation take one text', () => {
  const write = (body: object) => zhipuEmbeddings.writeRequest?.({ ...body }, () => {});
  assert.deepEqual(write({ model: 'embedding-2', input: ['low'], encoding_format: 'base64' }), {
    model: 'embedding-2',
    input: 'low',
  });
  assert.throws(() => write({ model: 'embedding-2', input: ['low', 'high'] }), GatewayError);
  assert.deepEqual(write({ model: 'embedding-3', input: ['low', 'high'], dimensions: 256 }), {
    model: 'embedding-3',
    input: ['low', 'high'],
    dimensions: 256,
  });
});

test('pictures come one at a time and are counted', () => {
  const warnings: string[] = [];
  const body = {
    model: 'cogview-4',
    prompt: 'A quay',
    n: 3,
    quality: 'high',
    size: 'auto',
    response_format: 'b64_json',
  };
  assert.deepEqual(
    zhipuImages.writeRequest?.(body, (field) => warnings.push(field)),
    { model: 'cogview-4', prompt: 'A quay', quality: 'hd' },
  );
  assert.deepEqual(warnings, ['n', 'response_format']);
  assert.equal(zhipuImages.readUsage({ created: 1, data: [{ url: 'https://x.example/1.png' }] })?.calls, 1);
});

test('a base with a version is taken as the prefix; other paths stand at the root', () => {
  const credentials = { key: '', organization: '', other: '' };
  const [chat, messagesEndpoint] = zhipuEndpoints;
  const at = (base: string, endpoint = chat) =>
    zhipuUrl(base, endpoint as NonNullable<typeof chat>, { model: 'glm-5.3', stream: false, credentials })?.href;
  assert.equal(at('https://api.z.ai'), 'https://api.z.ai/api/paas/v4/chat/completions');
  assert.equal(at('https://api.z.ai/api/coding/paas/v4'), 'https://api.z.ai/api/coding/paas/v4/chat/completions');
  assert.equal(
    at('https://api.z.ai/api/coding/paas/v4/', messagesEndpoint),
    'https://api.z.ai/api/anthropic/v1/messages',
  );
});

for (const [status, code, verdict] of [
  [401, '1001', 'credential'],
  [429, '1113', 'credential'],
  [429, '1309', 'credential'],
  [429, '1302', 'retry'],
  [429, '1308', 'retry'],
  [500, '1234', 'retry'],
  [400, '1211', 'retry'],
  [400, '1311', 'retry'],
  [400, '1214', 'client'],
  [400, '1301', 'client'],
  [500, '1261', 'client'],
] as const) {
  test(`Zhipu’s code ${code} is judged ${verdict}`, () => {
    const body = JSON.stringify({ error: { code, message: 'said' } });
    assert.equal(zhipuChat.readError(status, body).verdict, verdict);
    assert.equal(zhipuChat.errorIn(JSON.parse(body))?.verdict, verdict);
  });
}
