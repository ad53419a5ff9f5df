import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../dialects/canonical.ts';
import { GatewayError } from '../../errors.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { zhipuV3 } from './dialect.ts';
import { zhipuFraming } from './framing.ts';
import { zhipu } from './index.ts';
import { signToken } from './jwt.ts';

const chat: ChatRequest = {
  model: 'chatglm_turbo',
  stream: false,
  messages: [
    { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    { role: 'user', parts: [{ type: 'text', text: 'When is low water?' }] },
  ],
  tools: [],
  extensions: {},
};

test('a token is the one that Zhipu expects', () => {
  assert.equal(
    signToken('5f1d0c9e8b7a6f5e4d3c2b1a', 'unitTestSecret0', 1_782_892_800_000, 1_782_979_200_000),
    'eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04ifQ.eyJhcGlfa2V5IjoiNWYxZDBjOWU4YjdhNmY1ZTRkM2MyYjFhIiwiZXhwIjoxNzgyOTc5MjAwMDAwLCJ0aW1lc3RhbXAiOjE3ODI4OTI4MDAwMDB9.1wzKdY1jWtFWVKXnBudawQpOH9z9e1-_gX_whXUTUz0',
  );
});

test('a stream of plain text is read with its line ends and its usage, wherever it is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'text.sse'), zhipuFraming, zhipuV3.readStream);
  assert.equal(textOf(parts, 'text'), 'Hello\n wörld — 港');
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'finish' },
    usage: { prompt: 4, completion: 2, cacheRead: 0, cacheWrite: 0 },
  });
});

test('a stream that breaks off is an error, one that moderation ended is not', () => {
  const add = 'event:add\ndata:Ebb\n\n';
  const last = (bytes: string) => replay(bytes, zhipuFraming, zhipuV3.readStream).at(-1);
  const cut = last(add);
  assert.ok(cut?.type === 'error' && cut.error.verdict === 'retry');
  const interrupted = last(`${add}event:interrupted\ndata:\n\n`);
  assert.ok(interrupted?.type === 'finish' && interrupted.finishReason.unified === 'content-filter');
});

test('quotation marks around a whole answer are taken off', () => {
  const answer = (content: string) => ({
    code: 200,
    success: true,
    data: {
      request_id: 'r-1',
      choices: [{ role: 'assistant', content }],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    },
  });
  const { parts, usage } = zhipuV3.readResponse(answer('"At \\"six\\".\\n"'));
  assert.deepEqual(parts, [{ type: 'text', text: 'At "six".\n' }]);
  assert.deepEqual(usage, { prompt: 3, completion: 2, cacheRead: 0, cacheWrite: 0 });
  assert.deepEqual(zhipuV3.readResponse(answer('At six.')).parts, [{ type: 'text', text: 'At six.' }]);
});

test('system texts are said by the user and agreed to; limits are never met', () => {
  const warnings: string[] = [];
  const { request_id, ...body } = zhipuV3.writeRequest({ ...chat, temperature: 0, topP: 1, maxTokens: 9 }, (field) =>
    warnings.push(field),
  );
  assert.match(String(request_id), /^[0-9a-f]{32}$/);
  assert.deepEqual(body, {
    prompt: [
      { role: 'user', content: 'Be brief.' },
      { role: 'assistant', content: 'ok' },
      { role: 'user', content: 'When is low water?' },
    ],
    temperature: 0.01,
    top_p: 0.99,
    incremental: true,
  });
  assert.deepEqual(warnings, ['max_tokens']);
  const file = { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'AA==' } } as const;
  assert.throws(
    () => zhipuV3.writeRequest({ ...chat, messages: [{ role: 'user', parts: [file] }] }, () => {}),
    GatewayError,
  );
});

test('a failure that comes with status 200 is judged by its code', () => {
  const failure = zhipuV3.errorIn({ code: 1113, msg: 'no balance', success: false });
  assert.equal(failure?.verdict, 'credential');
  assert.equal(zhipuV3.errorIn({ code: 200, success: true, data: {} }), undefined);
});

test('only the first generation takes the third version, with a token instead of the key', async () => {
  const credentials = { key: 'id.secret', organization: '', other: '' };
  const urls = (model: string, stream = false) =>
    zhipu.endpoints
      .filter(({ operation, serves }) => operation === 'chat' && serves?.(model))
      .map((endpoint) => zhipu.url?.(zhipu.baseUrl, endpoint, { model, stream, credentials })?.pathname);
  assert.deepEqual(urls('chatglm_turbo', true), ['/api/paas/v3/model-api/chatglm_turbo/sse-invoke']);
  assert.deepEqual(urls('chatglm_pro'), ['/api/paas/v3/model-api/chatglm_pro/invoke']);
  assert.deepEqual(urls('glm-5.3'), ['/api/paas/v4/chat/completions', '/api/anthropic/v1/messages']);
  const call = (path: string) => ({
    url: new URL(path, zhipu.baseUrl),
    headers: zhipu.sign(credentials),
    body: Buffer.alloc(0),
  });
  const host = () => Promise.reject(new Error('not asked'));
  const authorized = async (path: string) => (await zhipu.authorize?.(call(path), credentials, host))?.headers;
  assert.match(String(await authorized('/api/paas/v3/model-api/chatglm_pro/invoke')), /^authorization,eyJ[^,]+$/);
  assert.deepEqual(await authorized('/api/paas/v4/chat/completions'), ['authorization', 'Bearer id.secret']);
});
