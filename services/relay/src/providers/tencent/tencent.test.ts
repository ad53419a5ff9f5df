import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../dialects/canonical.ts';
import { sse } from '../../egress/framing/sse.ts';
import { GatewayError } from '../../errors.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { errorIn, readError } from './errors.ts';
import { hunyuan } from './hunyuan.ts';
import { hunyuanEmbeddings } from './hunyuan-embeddings.ts';
import { tencent } from './index.ts';
import { signTc3 } from './tc3.ts';

const credentials = (key: string) => ({ key, organization: '', other: '' });
const text = (words: string) => [{ type: 'text', text: words }] as const;
const chat: ChatRequest = {
  model: 'hunyuan-turbos-latest',
  stream: true,
  messages: [{ role: 'user', parts: text('Low water?') }],
  tools: [],
  extensions: {},
};
const write = (changes: Partial<ChatRequest>) => hunyuan.writeRequest({ ...chat, ...changes }, () => {});

test('a call is signed as Tencent Cloud expects', () => {
  assert.equal(
    signTc3({
      secretId: 'AKIDunitTestSecretId000000000000',
      secretKey: 'unitTestSecretKey0000000000000000',
      host: 'hunyuan.tencentcloudapi.com',
      action: 'ChatCompletions',
      body: Buffer.from('{"Model":"hunyuan-turbos-latest","Messages":[{"Role":"user","Content":"hi"}],"Stream":true}'),
      seconds: 1_782_892_800,
    }),
    'TC3-HMAC-SHA256 Credential=AKIDunitTestSecretId000000000000/2026-07-01/hunyuan/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=5e54f476923affa524449d7a81240ae540f30821a0cd281a136a3ea02f0e1119',
  );
});

test('the key chooses the platform, whatever address the channel still has', () => {
  const urls = (base: string, key: string) =>
    tencent.endpoints
      .filter(({ operation }) => operation === 'chat')
      .flatMap((endpoint) => {
        const target = { model: 'hy3-preview', stream: false, credentials: credentials(key) };
        return tencent.url?.(base, endpoint, target)?.href ?? [];
      });
  const hub = ['https://tokenhub.tencentmaas.com/v1/chat/completions'];
  assert.deepEqual(urls(tencent.baseUrl, 'sk-1'), hub);
  assert.deepEqual(urls('https://hunyuan.tencentcloudapi.com', 'sk-1'), hub);
  assert.deepEqual(urls('https://api.lkeap.cloud.tencent.com/coding/v3', 'sk-1'), [
    'https://api.lkeap.cloud.tencent.com/coding/v3/chat/completions',
  ]);
  assert.deepEqual(urls(tencent.baseUrl, 'app|id|key'), ['https://hunyuan.tencentcloudapi.com/']);
  assert.deepEqual(tencent.sign(credentials('app|id|key')), []);
  assert.deepEqual(tencent.sign(credentials('sk-1')), ['authorization', 'Bearer sk-1']);
});

test('the signature names Tencent’s host behind a mirror too', async () => {
  const endpoint = tencent.endpoints.find(({ dialect }) => dialect === hunyuan);
  const headers = ['content-type', 'application/json', ...(endpoint?.headers ?? [])];
  const call = { url: new URL('http://127.0.0.1:9'), headers, body: Buffer.from('{}') };
  const host = () => Promise.reject(new Error('not asked'));
  const signed = await tencent.authorize?.(call, credentials('app|id|key'), host);
  const values = new Map(signed?.headers.flatMap((name, at) => (at % 2 === 0 ? [[name, signed.headers[at + 1]]] : [])));
  assert.equal(values.get('host'), 'hunyuan.tencentcloudapi.com');
  assert.equal(values.get('x-tc-action'), 'ChatCompletions');
  const seconds = Number(values.get('x-tc-timestamp'));
  assert.equal(
    values.get('authorization'),
    signTc3({
      secretId: 'id',
      secretKey: 'key',
      host: 'hunyuan.tencentcloudapi.com',
      action: 'ChatCompletions',
      body: call.body,
      seconds,
    }),
  );
});

test('thinking, text and the last usage are read from a stream, wherever it is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'text.sse'), sse, hunyuan.readStream);
  assert.equal(textOf(parts, 'reasoning'), 'Moon at quarter.');
  assert.equal(textOf(parts, 'text'), 'Neap tide — 港');
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { prompt: 3, completion: 4, cacheRead: 0, cacheWrite: 0 },
  });
});

test('calls that interleave keep apart, byte for byte', () => {
  const parts = replay(readFixture(import.meta.url, 'tools.sse'), sse, hunyuan.readStream);
  const input = (id: string) =>
    parts.map((part) => (part.type === 'tool-input-delta' && part.id === id ? part.text : '')).join('');
  assert.equal(input('call_a'), '{ "port":"Brest" }');
  assert.equal(input('call_b'), '{}');
  const last = parts.at(-1);
  assert.ok(last?.type === 'finish' && last.finishReason.unified === 'tool-calls');
});

test('a failure within a stream is judged, a stopped answer is filtered, a cut one is an error', () => {
  const last = (event: object) => replay(`data: ${JSON.stringify(event)}\n\n`, sse, hunyuan.readStream).at(-1);
  const failed = last({ ErrorMsg: { Msg: 'busy', Code: 'FailedOperation.EngineServerError' } });
  assert.ok(failed?.type === 'error' && failed.error.verdict === 'retry');
  const stopped = last({ Choices: [{ Delta: { Content: '' }, FinishReason: 'sensitive' }] });
  assert.ok(stopped?.type === 'finish' && stopped.finishReason.unified === 'content-filter');
  assert.equal(last({ Choices: [{ Delta: { Content: 'Ebb' }, FinishReason: '' }] })?.type, 'error');
});

test('a whole answer is taken out of its wrapping', () => {
  const { id, parts, usage } = hunyuan.readResponse({
    Response: {
      Id: 'r-1',
      Choices: [
        {
          FinishReason: 'tool_calls',
          Message: {
            Role: 'assistant',
            Content: 'I look.',
            ToolCalls: [{ Id: 'c1', Type: 'function', Function: { Name: 'tide', Arguments: '{"port":"Brest"}' } }],
          },
        },
      ],
      Usage: { PromptTokens: 8, CompletionTokens: 5, TotalTokens: 13 },
    },
  });
  assert.equal(id, 'r-1');
  assert.deepEqual(parts, [
    { type: 'text', text: 'I look.' },
    { type: 'tool-call', id: 'c1', name: 'tide', arguments: '{"port":"Brest"}' },
  ]);
  assert.deepEqual(usage, { prompt: 8, completion: 5, cacheRead: 0, cacheWrite: 0 });
});

test('turns alternate, nothing is empty, and the system speaks first', () => {
  const { Messages: messages } = write({
    messages: [
      { role: 'user', parts: text('Low') },
      { role: 'user', parts: text('water?') },
      { role: 'system', parts: text('Be brief.') },
      { role: 'assistant', parts: [{ type: 'tool-call', id: 'c1', name: 'tide', arguments: '{ }' }] },
      { role: 'tool', parts: [{ type: 'tool-result', id: 'c1', content: text('16:40') }] },
      { role: 'assistant', parts: text('At 16:40.') },
    ],
  });
  assert.deepEqual(messages, [
    { Role: 'system', Content: 'Be brief.' },
    { Role: 'user', Content: 'Low\nwater?' },
    {
      Role: 'assistant',
      Content: '',
      ToolCalls: [{ Id: 'c1', Type: 'function', Function: { Name: 'tide', Arguments: '{ }' } }],
    },
    { Role: 'tool', ToolCallId: 'c1', Content: '16:40' },
    { Role: 'assistant', Content: 'At 16:40.' },
    { Role: 'user', Content: '...' },
  ]);
  const many = Array.from(
    { length: 41 },
    (_, at) => ({ role: at % 2 ? 'assistant' : 'user', parts: text('x') }) as const,
  );
  assert.throws(() => write({ messages: many }), GatewayError);
});

test('pictures stand beside the text', () => {
  const picture = { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'iVBO' } } as const;
  assert.deepEqual(write({ messages: [{ role: 'user', parts: [...text('What?'), picture] }] }).Messages, [
    {
      Role: 'user',
      Contents: [
        { Type: 'text', Text: 'What?' },
        { Type: 'image_url', ImageUrl: { Url: 'data:image/png;base64,iVBO' } },
      ],
    },
  ]);
});

test('schemas are texts, zeros are left out', () => {
  const { Messages: _, ...body } = write({
    tools: [{ type: 'function', name: 'tide', parameters: { type: 'object' } }],
    temperature: 0,
    topP: 0.5,
    seed: 7,
  });
  const tool = { Type: 'function', Function: { Name: 'tide', Parameters: '{"type":"object"}' } };
  assert.deepEqual(body, {
    Model: 'hunyuan-turbos-latest',
    Stream: true,
    StreamModeration: true,
    EnableEnhancement: false,
    TopP: 0.5,
    Seed: 7,
    Tools: [tool],
    ToolChoice: 'auto',
  });
});

test('embeddings of Hunyuan', () => {
  assert.deepEqual(
    hunyuanEmbeddings.writeRequest?.({ model: 'm', input: ['low', 'high'] }, () => {}),
    {
      InputList: ['low', 'high'],
    },
  );
  const payload = { Response: { Data: [{ Embedding: [1, 0], Index: 0 }], Usage: { PromptTokens: 3, TotalTokens: 3 } } };
  assert.deepEqual(hunyuanEmbeddings.readResponse?.(payload, { model: 'm' }), {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [1, 0] }],
    model: 'm',
    usage: { prompt_tokens: 3, total_tokens: 3 },
  });
});

for (const [code, verdict] of [
  ['AuthFailure.SecretIdNotFound', 'credential'],
  ['AuthFailure.SignatureExpire', 'retry'],
  ['UnauthorizedOperation.Camp', 'credential'],
  ['FailedOperation.ResourcePackExhausted', 'credential'],
  ['FailedOperation.ServiceStopArrears', 'credential'],
  ['FailedOperation.EngineRequestTimeout', 'retry'],
  ['RequestLimitExceeded.UinLimitExceeded', 'retry'],
  ['InternalError', 'retry'],
  ['ActionOffline', 'credential'],
  ['InvalidParameterValue.Model', 'retry'],
  ['InvalidParameterValue.Messages', 'client'],
  ['MissingParameter', 'client'],
  ['OperationDenied.TextIllegalDetected', 'client'],
] as const) {
  test(`${code} is judged ${verdict}, with status 200 too`, () => {
    const payload = { Response: { Error: { Code: code, Message: 'said' }, RequestId: 'r' } };
    assert.equal(errorIn(payload)?.verdict, verdict);
    assert.equal(readError(400, JSON.stringify(payload)).verdict, verdict);
  });
}

test('models of TokenHub are listed, whatever address the channel still has', async () => {
  const list = async (key: string, baseUrl: string) => {
    const asked: string[] = [];
    const host = async (target: string) => {
      asked.push(target);
      return { data: [{ id: 'hy3-preview' }] };
    };
    return { models: await tencent.listModels?.(host, { ...credentials(key), baseUrl }), asked };
  };
  const models = ['hy3-preview'];
  assert.deepEqual(await list('sk-1', ''), { models, asked: ['/v1/models'] });
  assert.deepEqual(await list('sk-1', 'https://hunyuan.tencentcloudapi.com'), {
    models,
    asked: ['https://tokenhub.tencentmaas.com/v1/models'],
  });
  assert.deepEqual(await list('app|id|key', ''), { models: [], asked: [] });
});
