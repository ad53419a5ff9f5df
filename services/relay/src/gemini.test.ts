import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type Content, GoogleGenAI, type Part } from '@google/genai';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { type HeardCall, type HostReply, serveTasks, type TaskServer } from '@switchyard/testing/hosts/task-server';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import type OpenAI from 'openai';
import { startGateway, type TestGateway } from './harness/gateway.ts';

const flash = 'gemini-3.8-flash';
const secret = 'AIzaUpstream';
const recorded = readFileSync(new URL('dialects/gemini/fixtures/thought-and-calls.sse', import.meta.url));
const signature = 'QUJD/+==';
const contents: Content[] = [{ role: 'user', parts: [{ text: 'When is high water?' }] }];
const declaration = {
  name: 'tide',
  description: 'Tides of a port',
  parametersJsonSchema: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
};
const said = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'High water 16:40.' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 7, totalTokenCount: 47 },
  modelVersion: flash,
  responseId: 'r9',
};

/** Google's host as far as is needed here: the key, the signatures of calls that come back, the two ways to answer. */
function answer({ headers, path, query, text }: HeardCall): HostReply {
  const refused = (code: number, status: string, message: string) => ({
    status: code,
    body: { error: { code, status, message } },
  });
  if (headers['x-goog-api-key'] !== secret) return refused(400, 'INVALID_ARGUMENT', 'API key not valid.');
  const body = JSON.parse(text);
  if (path.endsWith(':batchEmbedContents'))
    return { body: { embeddings: body.requests.map(() => ({ values: [0.5, 1] })) } };
  if (text.includes('fog')) return refused(400, 'INVALID_ARGUMENT', 'No fog here.');
  const turns = body.contents.filter(({ role }: Content) => role === 'model') as Content[];
  for (const { parts = [] } of turns) {
    const first = parts.find(({ functionCall }) => functionCall);
    if (first && first.thoughtSignature !== signature)
      return refused(400, 'INVALID_ARGUMENT', 'Function call is missing a thought_signature.');
  }
  const streams = path.endsWith(':streamGenerateContent') && query.get('alt') === 'sse';
  if (body.tools && turns.length === 0 && streams) return { type: 'text/event-stream', body: recorded };
  return streams ? { type: 'text/event-stream', body: `data: ${JSON.stringify(said)}\r\n\r\n` } : { body: said };
}

describe('Gemini, as clients speak it and as its host does', () => {
  let host: TaskServer;
  let openai: Upstream;
  let gateway: TestGateway;
  let google: GoogleGenAI;
  let key = '';

  before(async () => {
    host = await serveTasks(answer);
    openai = await startUpstream();
    gateway = await startGateway('memory', async (db, sealing) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1_000_000 });
      key = (await seedToken(db, sealing, { userId })).key;
      const models = [flash, 'gemini-embedding-001', 'tunedModels/tide-1', 'gpt-test'];
      for (const model of models) await seedPrice(db, model, { input: '2', output: '8' });
      await seedChannel(db, sealing, { type: 24, baseUrl: host.url, key: secret, models: models.slice(0, 3) });
      await seedChannel(db, sealing, { type: 1, baseUrl: openai.url, key: 'sk-upstream', models: ['gpt-test'] });
    });
    google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gateway.url } });
  });
  after(async () => {
    await gateway?.close();
    await openai?.close();
    await host?.close();
  });

  const post = (path: string, body: unknown, headers: Record<string, string> = { 'x-goog-api-key': key }) =>
    fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const sent = (at = -1) => JSON.parse(host.calls.at(at)?.text ?? '');
  const tools = [{ functionDeclarations: [declaration] }];

  test('a stream reaches the client byte for byte, and what it says is charged', async () => {
    const reply = await post(
      `/v1beta/models/${flash}:streamGenerateContent?alt=sse&key=${key}`,
      { contents, tools },
      {},
    );
    assert.equal(reply.headers.get('content-type')?.split(';')[0], 'text/event-stream');
    assert.deepEqual(Buffer.from(await reply.arrayBuffer()), recorded);
    assert.deepEqual(sent(), { store: false, contents, tools });
    const event = await gateway.event(({ stream }) => stream);
    assert.equal(event.counted, 'upstream');
    assert.deepEqual(event.tokens, { prompt: 40, completion: 31, cacheRead: 16, cacheWrite: 0, reasoning: 9 });
  });

  test('without alt=sse the same stream is one array', async () => {
    const reply = await post(`/gemini/v1beta/models/${flash}:streamGenerateContent`, { contents, tools });
    assert.equal(reply.headers.get('content-type')?.split(';')[0], 'application/json');
    const chunks = (await reply.json()) as { usageMetadata?: object }[];
    const events = recorded.toString().trim().split('\r\n\r\n');
    assert.deepEqual(
      chunks,
      events.map((event) => JSON.parse(event.slice('data: '.length))),
    );
    const translated = await post('/v1beta/models/gpt-test:streamGenerateContent', { contents });
    assert.ok(((await translated.json()) as unknown[]).length > 1);
  });

  test('an error is an error in either framing, and no stream', async () => {
    for (const query of ['?alt=sse', '']) {
      const fog = [{ role: 'user', parts: [{ text: 'fog' }] }];
      const reply = await post(`/v1beta/models/${flash}:streamGenerateContent${query}`, { contents: fog });
      assert.equal(reply.status, 400);
      const { error } = (await reply.json()) as { error: { status: string; message: string } };
      assert.deepEqual([error.status, error.message], ['INVALID_ARGUMENT', 'No fog here.']);
    }
  });

  test('signatures survive a loop of tools through Google’s SDK', async () => {
    const config = { tools };
    const parts: Part[] = [];
    for await (const chunk of await google.models.generateContentStream({ model: flash, contents, config }))
      parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
    const results = parts.flatMap(({ functionCall: call }) =>
      call
        ? [
            {
              functionResponse: { ...(call.id && { id: call.id }), name: call.name ?? '', response: { output: 'six' } },
            },
          ]
        : [],
    );
    assert.equal(results.length, 3);
    const next = [...contents, { role: 'model', parts }, { role: 'user', parts: results }];
    const { text } = await google.models.generateContent({ model: flash, contents: next, config });
    assert.equal(text, 'High water 16:40.');
  });

  test('OpenAI’s models answer Google’s SDK, whole and as a stream, and calls come whole', async () => {
    const config = { tools, toolConfig: { functionCallingConfig: { mode: 'ANY' as never } } };
    const whole = await google.models.generateContent({ model: 'gpt-test', contents });
    assert.ok((whole.text ?? '').length > 0);
    assert.ok((whole.usageMetadata?.promptTokenCount ?? 0) > 0);
    const parts: Part[] = [];
    let finish: string | undefined;
    for await (const { candidates } of await google.models.generateContentStream({
      model: 'gpt-test',
      contents,
      config,
    })) {
      parts.push(...(candidates?.[0]?.content?.parts ?? []));
      finish = candidates?.[0]?.finishReason ?? finish;
    }
    const calls = parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
    assert.deepEqual(
      calls.map(({ name, args }) => [name, args]),
      [['tide', { port: 'harbour' }]],
    );
    assert.equal(finish, 'STOP');
    const results = calls.map(({ id, name = '' }) => ({
      functionResponse: { ...(id && { id }), name, response: { output: 'six' } },
    }));
    const next = [...contents, { role: 'model', parts }, { role: 'user', parts: results }];
    const last = await google.models.generateContent({ model: 'gpt-test', contents: next, config: { tools } });
    assert.ok((last.text ?? '').length > 0);
  });

  test('vectors are embedded in Google’s shapes, one and many', async () => {
    const content = { parts: [{ text: 'Ebb' }] };
    const one = await post('/v1beta/models/gemini-embedding-001:embedContent', { content, outputDimensionality: 2 });
    assert.deepEqual(await one.json(), { embedding: { values: [0.5, 1] } });
    const request = { model: 'models/gemini-embedding-001', content, taskType: 'RETRIEVAL_QUERY' };
    const many = await post('/v1beta/models/gemini-embedding-001:batchEmbedContents', { requests: [request, request] });
    assert.deepEqual(await many.json(), { embeddings: [{ values: [0.5, 1] }, { values: [0.5, 1] }] });
    assert.deepEqual(sent(), { requests: [request, request] });
    const event = await gateway.event(({ model }) => model === 'gemini-embedding-001');
    assert.ok(event.tokens.prompt > 0);
    const different = await post('/v1beta/models/gemini-embedding-001:batchEmbedContents', {
      requests: [request, { ...request, taskType: 'CLUSTERING' }],
    });
    assert.equal(different.status, 400);
  });

  test('tokens are counted and models listed without a call to anybody', async () => {
    const before = host.calls.length;
    const { totalTokens = 0 } = await google.models.countTokens({ model: flash, contents });
    assert.ok(totalTokens > 3 && totalTokens < 20, `${totalTokens}`);
    const beta = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gateway.url, apiVersion: 'v1beta' } });
    const listed = await beta.models.list();
    assert.ok(listed.page.some(({ name }) => name === `models/${flash}`));
    assert.equal((await beta.models.get({ model: flash })).name, `models/${flash}`);
    assert.equal(host.calls.length, before);
  });

  test('names with slashes are understood, encoded or not', async () => {
    for (const name of ['tunedModels/tide-1', encodeURIComponent('tunedModels/tide-1')]) {
      const reply = await post(`/v1beta/models/${name}:generateContent`, { contents });
      assert.equal(reply.status, 200);
      assert.equal(host.calls.at(-1)?.path, '/v1beta/tunedModels/tide-1:generateContent');
    }
  });

  test('refusals have Google’s shape, before and after the body was read', async () => {
    const refusal = async (path: string, body: unknown, apiKey = key) => {
      const reply = await post(path, body, { 'x-goog-api-key': apiKey });
      const { error } = (await reply.json()) as { error: { status: string; details?: { reason?: string }[] } };
      return [reply.status, error.status, error.details?.[0]?.reason];
    };
    const path = `/v1beta/models/${flash}:generateContent`;
    assert.deepEqual(await refusal(path, { contents }, 'sk-wrong'), [400, 'INVALID_ARGUMENT', 'API_KEY_INVALID']);
    assert.deepEqual(await refusal(path, {}), [400, 'INVALID_ARGUMENT', undefined]);
    assert.deepEqual(await refusal('/v1beta/models/nobody:generateContent', { contents }), [
      404,
      'NOT_FOUND',
      undefined,
    ]);
    assert.deepEqual(await refusal(`/v1beta/models/${flash}:predict`, { contents }), [404, 'NOT_FOUND', undefined]);
    assert.deepEqual(await refusal(`/v1beta/models/${flash}`, { contents }), [404, 'NOT_FOUND', undefined]);
  });

  test('the twin of OpenAI’s shapes is there', async () => {
    const body = { model: flash, messages: [{ role: 'user', content: 'When is high water?' }] };
    const reply = await post('/v1beta/openai/chat/completions', body, { authorization: `Bearer ${key}` });
    const { choices } = (await reply.json()) as OpenAI.ChatCompletion;
    assert.equal(choices[0]?.message.content, 'High water 16:40.');
  });
});
