import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../dialects/canonical.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { withVerdicts } from '../../dialects/verdicts.ts';
import { sse } from '../../egress/framing/sse.ts';
import { patched } from '../../harness/patched.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import type { HostCall, UpstreamCall } from '../provider.ts';
import { chatPatches } from './chat-patches.ts';
import { readV1Error, v1ErrorIn, verdicts } from './errors.ts';
import { signIamCall } from './iam-signature.ts';
import { baidu } from './index.ts';
import { baiduV1 } from './v1-chat.ts';
import { baiduV1Embeddings } from './v1-embeddings.ts';
import { v1Path } from './v1-path.ts';

const credentials = (key: string, other = '') => ({ key, organization: '', other });
const chat: ChatRequest = {
  model: 'ERNIE-Bot',
  stream: false,
  messages: [
    { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }] },
    { role: 'user', parts: [{ type: 'text', text: 'Low water?' }] },
    { role: 'user', parts: [{ type: 'text', text: 'At Brest.' }] },
  ],
  tools: [],
  extensions: {},
};

test('a call for a token is signed as Baidu’s IAM expects', () => {
  assert.equal(
    signIamCall('ALTAKunitTest0000000000', 'unittestsecretkey000000000000000', new Date('2026-07-01T08:00:00Z')),
    'bce-auth-v1/ALTAKunitTest0000000000/2026-07-01T08:00:00Z/1800/host/7c2ca9a2288ffcf22635f5462b5e193a335382376ceb18a37624526d0d297439',
  );
});

test('the kind of a key chooses version and address', () => {
  const paths = (key: string, other = '', base = baidu.baseUrl) =>
    baidu.endpoints
      .filter(({ operation }) => operation === 'chat')
      .flatMap((endpoint) => {
        const target = { model: 'ERNIE-4.0-8K', stream: false, credentials: credentials(key, other) };
        return baidu.url?.(base, endpoint, target)?.href ?? [];
      });
  const second = ['https://qianfan.baidubce.com/v2/chat/completions'];
  assert.deepEqual(paths('bce-v3/ALTAK-a/b|app-1'), second);
  assert.deepEqual(paths('bce-v3/ALTAK-a/b', 'v1'), second);
  assert.deepEqual(paths('bce-v3/ALTAK-a/b', '', 'https://aip.baidubce.com'), second);
  assert.deepEqual(paths('ALTAKx|secret'), second);
  assert.deepEqual(paths('opaque'), second);
  const firstPath = '/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro';
  assert.deepEqual(paths('id|secret', 'v1'), [`https://aip.baidubce.com${firstPath}`]);
  assert.deepEqual(paths('id|secret', 'V1', 'https://mirror.example'), [`https://mirror.example${firstPath}`]);
});

test('an application stands beside its key, and pairs are never sent as they are', () => {
  assert.deepEqual(baidu.sign(credentials('bce-v3/ALTAK-a/b|app-1')), [
    'authorization',
    'Bearer bce-v3/ALTAK-a/b',
    'appid',
    'app-1',
  ]);
  assert.deepEqual(baidu.sign(credentials('id|secret', 'v1')), []);
});

test('tokens are fetched once for all who wait, and go where each version looks for them', async () => {
  const asked: string[] = [];
  const host: HostCall = async (target, init) => {
    asked.push(`${init?.method ?? 'GET'} ${target.split('?')[0]}`);
    return target.includes('/oauth/')
      ? { access_token: '24.token', expires_in: 2_592_000 }
      : { token: 'bce-v3/short', expireTime: new Date(Date.now() + 86_400_000).toISOString() };
  };
  const call = (url: string): UpstreamCall => ({ url: new URL(url), headers: [], body: Buffer.alloc(0) });
  const authorize = (url: string, key: string, other = '') =>
    baidu.authorize?.(call(url), credentials(key, other), host);
  const [one, two] = await Promise.all([
    authorize('https://mirror.example/rpc?a=1', 'id|secret', 'v1'),
    authorize('https://mirror.example/rpc', 'id|secret', 'v1'),
  ]);
  assert.equal(one?.url.href, 'https://mirror.example/rpc?a=1&access_token=24.token');
  assert.equal(two?.url.search, '?access_token=24.token');
  const third = await authorize('https://qianfan.baidubce.com/v2/chat/completions', 'ALTAKx|secret');
  assert.deepEqual(third?.headers, ['authorization', 'Bearer bce-v3/short']);
  assert.deepEqual(asked, [
    'POST https://mirror.example/oauth/2.0/token',
    'GET https://iam.bj.baidubce.com/v1/BCE-BEARER/token',
  ]);
  assert.throws(() => authorize('https://qianfan.baidubce.com/v2/x', 'id|secret'), /bce-v3/);
});

test('a pair that Baidu does not know is a dead key', async () => {
  const host: HostCall = async () => ({ error: 'invalid_client', error_description: 'unknown client id' });
  const call = { url: new URL('https://dead.example/rpc'), headers: [], body: Buffer.alloc(0) };
  await assert.rejects(
    async () => baidu.authorize?.(call, credentials('dead|pair', 'v1'), host),
    (error) =>
      error instanceof UpstreamRefusal &&
      error.upstream.verdict === 'credential' &&
      error.message === 'unknown client id',
  );
});

test('the second version knows names in lower case', () => {
  const body = { model: 'ERNIE-4.0-8K', messages: [], n: 1, reasoning_effort: 'high', web_search: { enable: true } };
  assert.deepEqual(patched(chatPatches, body, 'ERNIE-4.0-8K'), {
    model: 'ernie-4.0-8k',
    messages: [],
    enable_thinking: true,
    web_search: { enable: true },
  });
});

test('the first version’s addresses', () => {
  assert.match(v1Path('chat', 'ERNIE-Speed-8K'), /chat\/ernie_speed$/);
  assert.match(v1Path('chat', 'Yi-34B-Chat'), /chat\/yi-34b-chat$/);
  assert.match(v1Path('embeddings', 'Embedding-V1'), /embeddings\/embedding-v1$/);
  assert.match(v1Path('chat', '../x'), /chat\/\.\.%2Fx$/);
});

test('user and assistant take turns in the first version', () => {
  const { messages, system } = baiduV1.writeRequest(chat, () => {});
  assert.equal(system, 'Be brief.');
  assert.deepEqual(messages, [
    { role: 'user', content: '...' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'Low water?\nAt Brest.' },
  ]);
});

test('a call and its result go back byte for byte', () => {
  const { messages, functions } = baiduV1.writeRequest(
    {
      ...chat,
      tools: [{ type: 'function', name: 'tide' }],
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'Low water?' }] },
        { role: 'assistant', parts: [{ type: 'tool-call', id: 'c1', name: 'tide', arguments: '{ "port":"Brest" }' }] },
        { role: 'tool', parts: [{ type: 'tool-result', id: 'c1', content: [{ type: 'text', text: '16:40' }] }] },
      ],
    },
    () => {},
  );
  assert.deepEqual(messages, [
    { role: 'user', content: 'Low water?' },
    { role: 'assistant', content: '', function_call: { name: 'tide', arguments: '{ "port":"Brest" }' } },
    { role: 'function', name: 'tide', content: '16:40' },
  ]);
  assert.deepEqual(functions, [{ name: 'tide', description: 'tide', parameters: { type: 'object', properties: {} } }]);
});

test('settings of the first version stay within its limits', () => {
  const { messages, system, stream, ...settings } = baiduV1.writeRequest(
    { ...chat, temperature: 0, topP: 2, frequencyPenalty: 0, maxTokens: 1, stop: ['a', 'b', 'c', 'd', 'e'] },
    () => {},
  );
  assert.deepEqual(settings, {
    temperature: 0.01,
    top_p: 1,
    penalty_score: 1,
    max_output_tokens: 2,
    stop: ['a', 'b', 'c', 'd'],
  });
});

test('a stream of the first version ends without a mark, its last usage counts, wherever it is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'v1.sse'), sse, baiduV1.readStream);
  assert.equal(textOf(parts, 'text'), 'Low water — 港');
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'length', raw: 'is_truncated' },
    usage: { prompt: 6, completion: 4, cacheRead: 0, cacheWrite: 0 },
  });
});

test('an answer with a call is one of calls', () => {
  const { parts, finishReason } = baiduV1.readResponse({
    id: 'as-2',
    result: '',
    function_call: { name: 'tide', arguments: '{"port":"Brest"}' },
  });
  assert.deepEqual(
    parts.map((part) => part.type === 'tool-call' && part.arguments),
    ['{"port":"Brest"}'],
  );
  assert.equal(finishReason.unified, 'tool-calls');
});

test('embeddings of the first version', () => {
  assert.deepEqual(
    baiduV1Embeddings.writeRequest?.({ model: 'bge-large-zh', input: 'low' }, () => {}),
    { input: ['low'] },
  );
  const payload = { data: [{ index: 0, embedding: [0.5] }], usage: { prompt_tokens: 2, total_tokens: 2 } };
  assert.deepEqual(baiduV1Embeddings.readResponse?.(payload, { model: 'bge-large-zh' }), {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
    model: 'bge-large-zh',
    usage: { prompt_tokens: 2, total_tokens: 2 },
  });
});

const { readError } = withVerdicts(openaiChat, verdicts);
for (const [status, code, message, verdict] of [
  [400, 'invalid_messages', 'bad', 'client'],
  [400, 'image_url_unsafe', 'bad', 'client'],
  [401, 'invalid_model', 'no permission to use the model', 'retry'],
  [401, 'no_parameter_permission', 'no', 'retry'],
  [401, 'invalid_iam_token', 'IAM Certification failed', 'credential'],
  [403, 'access_denied', 'account in arrears', 'credential'],
  [429, 'rpm_rate_limit_exceeded', 'slow', 'retry'],
  [500, 'internal_error', 'x', 'retry'],
] as const) {
  test(`Baidu’s ${code} is judged ${verdict}`, () => {
    assert.equal(
      readError(status, JSON.stringify({ error: { code, message, type: 't' }, id: 'as-1' })).verdict,
      verdict,
    );
  });
}

for (const [code, verdict] of [
  [4, 'retry'],
  [3, 'client'],
  [6, 'credential'],
  [17, 'credential'],
  [18, 'retry'],
  [110, 'retry'],
  [336003, 'client'],
  [336100, 'retry'],
  [336103, 'client'],
  [336501, 'retry'],
] as const) {
  test(`the first version’s code ${code} is judged ${verdict}, with status 200 too`, () => {
    const payload = { error_code: code, error_msg: 'said' };
    assert.equal(v1ErrorIn(payload)?.verdict, verdict);
    assert.equal(readV1Error(400, JSON.stringify(payload)).verdict, verdict);
  });
}

test('models are listed with the token of an account, and at the address of the second version', async () => {
  const asked: string[] = [];
  const host: HostCall = async (target, init) => {
    asked.push(`${target.split('?')[0]} ${init?.headers?.[1]?.slice(0, 12) ?? ''}`.trim());
    if (target.includes('BCE-BEARER')) return { token: 'bce-v3/mine', expireTime: '2099-01-01T00:00:00Z' };
    return { data: [{ id: 'ernie-5.1' }] };
  };
  const list = (key: string, baseUrl = '') => baidu.listModels?.(host, { ...credentials(key), baseUrl });
  assert.deepEqual(await list('ALTAKlist|secret'), ['ernie-5.1']);
  assert.deepEqual(await list('bce-v3/ALTAK-a/b', 'https://aip.baidubce.com'), ['ernie-5.1']);
  assert.deepEqual(asked, [
    'https://iam.bj.baidubce.com/v1/BCE-BEARER/token bce-auth-v1/',
    '/v2/models Bearer bce-v',
    'https://qianfan.baidubce.com/v2/models',
  ]);
});
