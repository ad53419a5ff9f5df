import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../dialects/canonical.ts';
import type { UpstreamDialect } from '../../dialects/dialect.ts';
import { sse } from '../../egress/framing/sse.ts';
import { GatewayError } from '../../errors.ts';
import { patched } from '../../harness/patched.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { asVersion } from './as-version.ts';
import { errorIn, readError } from './errors.ts';
import { xunfei } from './index.ts';
import { signUrl } from './sign-url.ts';
import { spark } from './spark.ts';
import { versionOf } from './version.ts';

const [http, overSocket] = xunfei.endpoints;
const httpDialect = http?.dialect as UpstreamDialect;
const key = 'app1|secret|key';
const text = (words: string) => [{ type: 'text', text: words }] as const;
const chat: ChatRequest = {
  model: 'Spark-Max',
  stream: true,
  messages: [
    { role: 'system', parts: text('Be brief.') },
    { role: 'user', parts: text('Low water?') },
  ],
  tools: [],
  extensions: {},
};
const write = (changes: Partial<ChatRequest>, other = '') => {
  const body = spark.writeRequest({ ...chat, ...changes }, () => {});
  const credentials = { key, organization: '', other };
  return patched([asVersion], body, changes.model ?? chat.model, { stream: true, credentials });
};

for (const [path, signature] of [
  ['/v2.1/chat', 'Z2tRm9bujCAmgXmtG1hqoOK4DPbh85W78oZ9fXsc0AY='],
  ['/v4.0/chat', 'bPqQrQSzcip9WzkvZM2Ogjs4WxaEFfr4io6rg/ajhW8='],
  ['/chat/max-32k', 'mP6MvhH5drqmxN6zBksHhk0kmgKNyFNeACarArfVTvk='],
] as const) {
  test(`the address of ${path} is signed as iFlytek expects`, () => {
    const signed = signUrl(
      new URL(`wss://spark-api.xf-yun.com${path}`),
      '0123456789abcdef0123456789abcdef',
      'ZmFrZS1hcGktc2VjcmV0LWZvci11bml0LXRlc3Q=',
      new Date('2026-07-01T08:00:00Z'),
    );
    const authorization = signed.searchParams.get('authorization') ?? '';
    assert.ok(Buffer.from(authorization, 'base64').toString().endsWith(`signature="${signature}"`));
    assert.equal(signed.searchParams.get('date'), 'Wed, 01 Jul 2026 08:00:00 GMT');
    assert.equal(signed.searchParams.get('host'), 'spark-api.xf-yun.com');
    if (path !== '/v2.1/chat') return;
    assert.equal(
      authorization,
      'YXBpX2tleT0iMDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYiLCBhbGdvcml0aG09ImhtYWMtc2hhMjU2IiwgaGVhZGVycz0iaG9zdCBkYXRlIHJlcXVlc3QtbGluZSIsIHNpZ25hdHVyZT0iWjJ0Um05YnVqQ0FtZ1htdEcxaHFvT0s0RFBiaDg1Vzc4b1o5ZlhzYzBBWT0i',
    );
  });
}

for (const [model, other, path] of [
  ['Spark-4.0-Ultra', 'v1.1', '/v4.0/chat'],
  ['Spark-Max-32K', '', '/chat/max-32k'],
  ['SparkDesk-v3.5', 'v1.1', '/v3.5/chat'],
  ['SparkDesk-v3.1-128K', '', '/chat/pro-128k'],
  ['SparkDesk', 'V3.5', '/v3.5/chat'],
  ['SparkDesk', '4.0', '/v4.0/chat'],
  ['SparkDesk', 'x1', '/v1/x1'],
  ['SparkDesk', '', '/v2.1/chat'],
  ['SparkDesk', 'nonsense', '/v2.1/chat'],
] as const) {
  test(`${model} with “${other}” is at ${path}`, () => assert.equal(versionOf(model, { other }).path, path));
}

test('the form of the key chooses the transport, and the model the version of the HTTP call', () => {
  const urls = (model: string, secret: string, base = xunfei.baseUrl) =>
    [http, overSocket].flatMap((endpoint) => {
      const target = { model, stream: true, credentials: { key: secret, organization: '', other: '' } };
      return (endpoint && xunfei.url?.(base, endpoint, target)?.href) ?? [];
    });
  assert.deepEqual(urls('Spark-Max', key), ['wss://spark-api.xf-yun.com/v3.5/chat']);
  assert.deepEqual(urls('Spark-Max', key, 'http://127.0.0.1:9/'), ['ws://127.0.0.1:9/v3.5/chat']);
  assert.deepEqual(urls('4.0Ultra', 'password'), ['https://spark-api-open.xf-yun.com/v1/chat/completions']);
  assert.deepEqual(urls('spark-x', 'password'), ['https://spark-api-open.xf-yun.com/v2/chat/completions']);
  assert.deepEqual(urls('spark-x2.5', 'a:b', 'https://x.example/v3'), ['https://x.example/v3/chat/completions']);
  const sign = (secret: string) => xunfei.sign({ key: secret, organization: '', other: '' });
  assert.deepEqual(sign(key), []);
  assert.deepEqual(sign('password'), ['authorization', 'Bearer password']);
});

test('a frame names application and domain, and stays within the limits of its version', () => {
  assert.deepEqual(write({ temperature: 0, maxTokens: 100_000, choices: 2 }), {
    header: { app_id: 'app1' },
    parameter: { chat: { domain: 'generalv3.5', temperature: 0.01, max_tokens: 8_192 } },
    payload: {
      message: {
        text: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Low water?' },
        ],
      },
    },
  });
});

test('versions without a system role hear it in the first question', () => {
  assert.deepEqual(write({ model: 'Spark-Lite' }).payload, {
    message: { text: [{ role: 'user', content: 'Be brief.\nLow water?' }] },
  });
});

test('tools go where they are known, and are refused where they are not', () => {
  const tools = [{ type: 'function', name: 'tide', description: 'Tides' }] as const;
  const { functions } = write({ tools }).payload as { functions: unknown };
  assert.deepEqual(functions, {
    text: [{ name: 'tide', description: 'Tides', parameters: { type: 'object', properties: {} } }],
  });
  assert.throws(() => write({ tools, model: 'Spark-Lite' }), GatewayError);
});

test('a result is told in words', () => {
  const { message } = write({
    messages: [
      { role: 'user', parts: text('Low water?') },
      { role: 'assistant', parts: [{ type: 'tool-call', id: 'c1', name: 'tide', arguments: '{"port":"Brest"}' }] },
      { role: 'tool', parts: [{ type: 'tool-result', id: 'c1', content: text('16:40') }] },
    ],
  }).payload as { message: unknown };
  assert.deepEqual(message, {
    text: [
      { role: 'user', content: 'Low water?' },
      { role: 'assistant', content: 'Called tide with {"port":"Brest"}' },
      { role: 'user', content: 'Result of tide: 16:40' },
    ],
  });
});

test('frames add up to an answer; the prompt with its history is charged, wherever they are cut', () => {
  const parts = replay(readFixture(import.meta.url, 'frames.sse'), sse, spark.readStream);
  assert.deepEqual(parts[0], { type: 'start', id: 'cht0001', model: '' });
  assert.equal(textOf(parts, 'text'), 'Hello — 港');
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'stop', raw: '' },
    usage: { prompt: 9, completion: 2, cacheRead: 0, cacheWrite: 0 },
  });
});

const good = { header: { code: 0, sid: 's', status: 1 }, payload: { choices: { text: [{ content: 'Ebb' }] } } };
const frames = (...events: object[]) =>
  replay(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), sse, spark.readStream);

test('a frame of failure ends the answer, moderation after text is a reason to finish', () => {
  const busy = frames(good, { header: { code: 10_008, message: 'busy', sid: 's' } }).at(-1);
  assert.ok(busy?.type === 'error' && busy.error.verdict === 'retry');
  const stopped = frames(good, { header: { code: 10_014, message: 'stopped', sid: 's' } }).at(-1);
  assert.ok(stopped?.type === 'finish' && stopped.finishReason.unified === 'content-filter');
  const refused = frames({ header: { code: 10_013, message: 'stopped', sid: 's' } }).at(-1);
  assert.ok(refused?.type === 'error' && refused.error.verdict === 'client');
  assert.equal(frames(good).at(-1)?.type, 'error');
});

test('a call is one of OpenAI’s, byte for byte', () => {
  const call = { function_call: { name: 'tide', arguments: '{ "port":"Brest" }' }, content: '' };
  const parts = frames({ header: { code: 0, sid: 's', status: 2 }, payload: { choices: { text: [call] } } });
  assert.deepEqual(
    parts.flatMap((part) => (part.type === 'tool-input-delta' ? [part.text] : [])),
    ['{ "port":"Brest" }'],
  );
  const last = parts.at(-1);
  assert.ok(last?.type === 'finish' && last.finishReason.unified === 'tool-calls');
});

test('the HTTP call’s stream may leave its reason out, wherever it is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'http.sse'), sse, httpDialect.readStream);
  assert.equal(textOf(parts, 'reasoning'), 'Tables.');
  assert.equal(textOf(parts, 'text'), 'At six — 港');
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { prompt: 9, completion: 3, cacheRead: 0, cacheWrite: 0 },
  });
});

test('failures of the HTTP call come with status 200 too', () => {
  assert.equal(httpDialect.errorIn({ code: 10_013, message: 'stopped', sid: 's' })?.verdict, 'client');
  assert.equal(httpDialect.errorIn({ code: 0, message: 'Success', choices: [] }), undefined);
  assert.equal(httpDialect.readError(403, '{"error":{"code":"11200","message":"x"}}').verdict, 'retry');
  const event = (code: number) => `data:{"code":${code},"message":"said","sid":"s"}\n\n`;
  const busy = replay(event(11_202), sse, httpDialect.readStream).at(-1);
  assert.ok(busy?.type === 'error' && busy.error.verdict === 'retry');
});

test('the newest models choose their sampling and count completion tokens', () => {
  const patch = (model: string, body: object) => patched(http?.patch ?? [], { messages: [], ...body }, model);
  assert.deepEqual(patch('spark-x2.5', { temperature: 0.5, top_p: 0.5, max_tokens: 8, reasoning_effort: 'none' }), {
    messages: [],
    max_completion_tokens: 8,
    thinking: { type: 'disabled' },
  });
  assert.deepEqual(patch('lite', { temperature: 0.5, max_completion_tokens: 8 }), {
    messages: [],
    temperature: 0.5,
    max_tokens: 8,
  });
});

for (const [code, verdict] of [
  [10_003, 'client'],
  [10_907, 'client'],
  [10_014, 'client'],
  [10_007, 'retry'],
  [10_110, 'retry'],
  [11_201, 'retry'],
  [11_202, 'retry'],
  [10_000, 'retry'],
  [10_015, 'credential'],
  [10_016, 'credential'],
  [10_404, 'retry'],
  [11_200, 'retry'],
] as const) {
  test(`Spark’s code ${code} is judged ${verdict}`, () =>
    assert.equal(errorIn({ header: { code, message: 'said' } })?.verdict, verdict));
}

for (const [status, message, verdict] of [
  [401, 'HMAC signature cannot be verified: fail to retrieve credential', 'credential'],
  [401, 'HMAC signature does not match', 'credential'],
  [403, 'HMAC signature cannot be verified, a valid date or x-date header is required', 'retry'],
] as const) {
  test(`a handshake refused with “${message}” is judged ${verdict}`, () =>
    assert.equal(readError(status, JSON.stringify({ message })).verdict, verdict));
}

test('over HTTP a picture is refused, and texts in parts are one', () => {
  const ask = (...parts: object[]) =>
    patched(http?.patch ?? [], { model: 'lite', messages: [{ role: 'user', content: parts }] }, 'lite');
  const question = { type: 'text', text: 'What is this?' };
  assert.deepEqual(ask(question).messages, [{ role: 'user', content: 'What is this?' }]);
  assert.throws(() => ask(question, { type: 'image_url', image_url: { url: 'data:,' } }), GatewayError);
});
