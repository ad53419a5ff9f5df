import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../dialects/canonical.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { sse } from '../../egress/framing/sse.ts';
import { patched } from '../../harness/patched.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { chatPatches } from './chat-patches.ts';
import { errorIn, readError } from './errors.ts';
import { aliPictures, aliPictureTasks } from './images.ts';
import { ali } from './index.ts';
import { aliText } from './native-text.ts';
import { aliRerank } from './rerank.ts';

const messages = [{ role: 'user', content: 'When is low water?' }];
const patch = (body: object, model = 'qwen-plus', stream = false) =>
  patched(chatPatches, { messages, ...body }, model, { stream });

test('limits are open intervals and thinking is a switch', () => {
  const body = patch({ temperature: 2, top_p: 1, max_completion_tokens: 9, reasoning_effort: 'low', store: true });
  assert.deepEqual(body, { messages, temperature: 1.99, top_p: 0.999, max_tokens: 9, enable_thinking: true });
  assert.equal(patch({ top_p: 0 }).top_p, 0.001);
  assert.equal(patch({ reasoning_effort: 'none' }).enable_thinking, false);
  assert.deepEqual(patch({ translation_options: {} }, 'qwen-mt-plus'), { messages, translation_options: {} });
});

test('models that only stream are asked to, and open-weight ones not to think unless they must', () => {
  const streams = { stream: true, stream_options: { include_usage: true } };
  assert.deepEqual(patch({}, 'qwen3-32b'), { messages, ...streams, enable_thinking: false });
  assert.deepEqual(patch({ enable_thinking: true }, 'qwen3-32b'), { messages, ...streams, enable_thinking: true });
  assert.deepEqual(patch({}, 'qwen3-235b-a22b-thinking-2507'), { messages, ...streams });
  assert.deepEqual(patch({}, 'qwq-32b'), { messages, ...streams });
  assert.deepEqual(patch({}, 'qwen3.5-omni-plus'), { messages, ...streams });
  assert.deepEqual(patch({}, 'qwen3.7-max'), { messages });
  assert.deepEqual(patch({}, 'qwen3-32b', true), { messages });
});

test('the native stream adds up to the answer, with the last usage, wherever it is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'native.sse'), sse, aliText.readStream);
  assert.deepEqual(parts[0], { type: 'start', id: 'r1', model: '' });
  assert.equal(textOf(parts, 'text'), 'Hello — 港');
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { prompt: 9, completion: 2, cacheRead: 0, cacheWrite: 0 },
  });
});

test('tokens written to an explicit cache are counted, as part of the prompt', () => {
  const details = { prompt_tokens_details: { cached_tokens: 0, cache_creation_input_tokens: 1200 } };
  const counted = { prompt: 1500, completion: 7, cacheRead: 0, cacheWrite: 1200 };
  const compatible = ali.endpoints[0]?.dialect.readUsage({
    usage: { prompt_tokens: 1500, completion_tokens: 7, total_tokens: 1507, ...details },
  });
  assert.deepEqual(compatible, counted);
  const native = aliText.readUsage({
    output: { choices: [] },
    usage: { input_tokens: 1500, output_tokens: 7, total_tokens: 1507, ...details },
  });
  assert.deepEqual(native, counted);
});

test('a native stream that breaks off is an error', () => {
  const [first] = readFixture(import.meta.url, 'native.sse')
    .toString('utf8')
    .split('\n\n');
  assert.equal(replay(`${first}\n\n`, sse, aliText.readStream).at(-1)?.type, 'error');
});

test('a native failure within a stream is judged by its code', () => {
  const bytes =
    'event:error\n:HTTP_STATUS/400\ndata:{"code":"DataInspectionFailed","message":"Output may be inappropriate.","request_id":"r"}\n\n';
  const last = replay(bytes, sse, aliText.readStream).at(-1);
  assert.ok(last?.type === 'error' && last.error.verdict === 'client');
});

test('the native request has OpenAI’s members at its own places', () => {
  const chat: ChatRequest = {
    model: 'qwen-plus',
    stream: true,
    messages: [
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Low' },
          { type: 'text', text: 'water?' },
        ],
      },
    ],
    tools: [{ type: 'function', name: 'tide', parameters: { type: 'object' } }],
    maxTokens: 20,
    reasoning: { effort: 'none' },
    extensions: { 'openai-chat': { enable_search: true } },
  };
  assert.deepEqual(
    aliText.writeRequest(chat, () => {}),
    {
      model: 'qwen-plus',
      input: { messages: [{ role: 'user', content: 'Low\nwater?' }] },
      parameters: {
        max_tokens: 20,
        tools: [{ type: 'function', function: { name: 'tide', parameters: { type: 'object' } } }],
        enable_search: true,
        enable_thinking: false,
        result_format: 'message',
        incremental_output: true,
      },
    },
  );
});

test('a channel with a plugin takes the native call, and streams by its headers', async () => {
  const credentials = { key: 'sk-1', organization: '', other: '{"calculator":{}}' };
  const target = { model: 'qwen-plus', stream: true, credentials };
  const urls = (other: string) =>
    ali.endpoints
      .filter(({ operation }) => operation === 'chat')
      .flatMap((endpoint) => {
        const url = ali.url?.(ali.baseUrl, endpoint, { ...target, credentials: { ...credentials, other } });
        return url ? [url.pathname] : [];
      });
  assert.deepEqual(urls(''), ['/compatible-mode/v1/chat/completions', '/apps/anthropic/v1/messages']);
  const [native = ''] = urls('{}');
  assert.equal(native, '/api/v1/services/aigc/text-generation/generation');
  const host = () => Promise.reject(new Error('not asked'));
  const authorize = async (path: string, body: string) => {
    const call = { url: new URL(path, ali.baseUrl), headers: ['accept', '*/*'], body: Buffer.from(body) };
    return (await ali.authorize?.(call, credentials, host))?.headers;
  };
  assert.deepEqual(await authorize(native, '{"parameters":{"incremental_output":true}}'), [
    'x-dashscope-plugin',
    credentials.other,
    'x-dashscope-sse',
    'enable',
    'accept',
    'text/event-stream',
  ]);
  const quoted = JSON.stringify({ input: '"incremental_output":true' });
  assert.deepEqual(await authorize(native, quoted), ['accept', '*/*', 'x-dashscope-plugin', credentials.other]);
  assert.deepEqual(await authorize('/compatible-mode/v1/embeddings', '{}'), ['accept', '*/*']);
});

test('a rerank is told and answered in Jina’s shape', () => {
  const request = {
    model: 'qwen3-rerank',
    query: 'tide',
    documents: ['low', { text: 'high' }],
    top_n: 1,
    return_documents: true,
  };
  assert.deepEqual(
    aliRerank.writeRequest?.(request, () => {}),
    {
      model: 'qwen3-rerank',
      input: { query: 'tide', documents: ['low', 'high'] },
      parameters: { top_n: 1, return_documents: false },
    },
  );
  const payload = {
    output: { results: [{ index: 1, relevance_score: 0.9 }] },
    usage: { total_tokens: 7 },
    request_id: 'r-9',
  };
  assert.deepEqual(aliRerank.readResponse?.(payload, request), {
    id: 'r-9',
    model: 'qwen3-rerank',
    results: [{ index: 1, relevance_score: 0.9, document: { text: 'high' } }],
    usage: { prompt_tokens: 7, total_tokens: 7 },
  });
  assert.equal(aliRerank.readUsage(payload)?.prompt, 7);
});

test('pictures of both families are asked for without what could multiply them', () => {
  const warnings: string[] = [];
  const body = { model: 'm', prompt: 'A quay', size: '1024x1024', n: 2, parameters: { n: 9 }, watermark: false };
  assert.deepEqual(
    aliPictures.writeRequest?.(body, (field) => warnings.push(field)),
    {
      model: 'm',
      input: { messages: [{ role: 'user', content: [{ text: 'A quay' }] }] },
      parameters: { n: 2, size: '1024*1024', watermark: false },
    },
  );
  assert.deepEqual(warnings, ['parameters']);
  assert.deepEqual(
    aliPictureTasks.writeRequest?.({ model: 'm', prompt: 'A quay', negative_prompt: 'fog' }, () => {}),
    { model: 'm', input: { prompt: 'A quay', negative_prompt: 'fog' }, parameters: {} },
  );
});

test('pictures that came are charged; a task without any is a refusal', () => {
  const sync = { output: { choices: [{ message: { content: [{ image: 'https://x.example/1.png' }] } }] } };
  const answer = aliPictures.readResponse?.(sync, {}) as { data: unknown } | undefined;
  assert.deepEqual(answer?.data, [{ url: 'https://x.example/1.png' }]);
  const blocked = { code: 'DataInspectionFailed', message: 'blocked' };
  const task = (results: object[]) => ({ output: { task_id: 't', task_status: 'SUCCEEDED', results } });
  assert.equal(aliPictureTasks.readUsage(task([{ url: 'https://x.example/1.png' }, blocked]))?.calls, 1);
  assert.equal(aliPictureTasks.readUsage({ ...task([]), usage: { image_count: 4 } })?.calls, 4);
  assert.throws(
    () => aliPictureTasks.readResponse?.(task([blocked]), {}),
    (error) => error instanceof UpstreamRefusal && error.upstream.verdict === 'client',
  );
  const failed = { output: { task_id: 't', task_status: 'FAILED', code: 'InternalError.Timeout', message: 'slow' } };
  assert.equal(errorIn(failed)?.verdict, 'retry');
});

for (const [status, code, verdict] of [
  [401, 'InvalidApiKey', 'credential'],
  [400, 'Arrearage', 'credential'],
  [403, 'AccessDenied.Unpurchased', 'retry'],
  [403, 'AllocationQuota.FreeTierOnly', 'retry'],
  [429, 'Throttling.RateQuota', 'retry'],
  [429, 'insufficient_quota', 'retry'],
  [404, 'model_not_found', 'retry'],
  [400, 'InvalidParameter', 'client'],
  [400, 'BadRequest.TooLarge', 'client'],
  [400, 'DataInspectionFailed', 'client'],
  [500, 'InternalError.Algo', 'retry'],
  [400, 'ServiceUnavailable', 'retry'],
] as const) {
  test(`Ali’s code ${code} is judged ${verdict} in both shapes`, () => {
    assert.equal(readError(status, JSON.stringify({ code, message: 'said', request_id: 'r' })).verdict, verdict);
    assert.equal(readError(status, JSON.stringify({ error: { code, message: 'said' } })).verdict, verdict);
  });
}
