import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import type { Content } from '@google/genai';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { type RunningHost, startHost, usageOf } from '@switchyard/testing/hosts';
import { palm } from '@switchyard/testing/hosts/palm';
import { type HeardCall, type HostReply, serveTasks, type TaskServer } from '@switchyard/testing/hosts/task-server';
import { vertex } from '@switchyard/testing/hosts/vertex';
import type OpenAI from 'openai';
import { startGateway, type TestGateway } from './harness/gateway.ts';

const flash = 'gemini-3.8-flash';
const secret = 'AIzaUpstream';
const recorded = readFileSync(new URL('dialects/gemini/fixtures/thought-and-calls.sse', import.meta.url));
const signature = 'QUJD/+==';
const parameters = { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] };
const said = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'High water 16:40.' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 7, totalTokenCount: 47 },
  modelVersion: flash,
  responseId: 'r9',
};

/** AI Studio as far as is needed here: the key, and the signatures of calls that come back. */
function answer({ headers, path, query, text }: HeardCall): HostReply {
  const refused = (message: string) => ({
    status: 400,
    body: { error: { code: 400, status: 'INVALID_ARGUMENT', message } },
  });
  if (headers['x-goog-api-key'] !== secret) return refused('API key not valid.');
  const body = JSON.parse(text);
  const turns = body.contents.filter(({ role }: Content) => role === 'model') as Content[];
  for (const { parts = [] } of turns) {
    const first = parts.find(({ functionCall }) => functionCall);
    if (first && first.thoughtSignature !== signature) return refused('Function call is missing a thought_signature.');
  }
  const streams = path.endsWith(':streamGenerateContent') && query.get('alt') === 'sse';
  if (body.tools && turns.length === 0 && streams) return { type: 'text/event-stream', body: recorded };
  return streams ? { type: 'text/event-stream', body: `data: ${JSON.stringify(said)}\r\n\r\n` } : { body: said };
}

describe('hosts of Google, for clients that speak otherwise', () => {
  let host: TaskServer;
  let cloud: RunningHost;
  let gateway: TestGateway;
  let key = '';

  before(async () => {
    host = await serveTasks(answer);
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    cloud = await startHost(
      vertex({ email: '', project: '', keyId: '', publicKey, apiKey: 'AQ.express' }),
      palm(secret),
    );
    gateway = await startGateway('memory', async (db, sealing) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1_000_000 });
      key = (await seedToken(db, sealing, { userId })).key;
      for (const model of [flash, 'gemini-3.6-flash', 'chat-bison-001'])
        await seedPrice(db, model, { input: '2', output: '8' });
      await seedChannel(db, sealing, { type: 24, baseUrl: host.url, key: secret, models: [flash] });
      await seedChannel(db, sealing, { type: 41, baseUrl: cloud.url, key: 'AQ.express', models: ['gemini-3.6-flash'] });
      await seedChannel(db, sealing, { type: 11, baseUrl: cloud.url, key: secret, models: ['chat-bison-001'] });
    });
  });
  after(async () => {
    await gateway?.close();
    await cloud?.close();
    await host?.close();
  });

  const sent = () => JSON.parse(host.calls.at(-1)?.text ?? '');

  const asked: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'When is high water?' }];
  const functions: OpenAI.ChatCompletionTool[] = [
    { type: 'function', function: { name: 'tide', parameters: parameters } },
  ];

  for (const keeps of [true, false]) {
    test(`signatures survive a loop of tools through a client of OpenAI that ${keeps ? 'keeps' : 'drops'} what it does not know`, async () => {
      const client = gateway.client(key);
      const stream = client.chat.completions.stream({ model: flash, messages: asked, tools: functions });
      const message = (await stream.finalChatCompletion()).choices[0]?.message;
      assert.deepEqual(
        message?.tool_calls?.map((call) => call.type === 'function' && call.function.arguments),
        ['{"port":"Brest"}', '{"port":"Łeba"}', '{}'],
      );
      const calls = message?.tool_calls as (OpenAI.ChatCompletionMessageFunctionToolCall & {
        extra_content?: unknown;
      })[];
      assert.deepEqual(calls[0]?.extra_content, { google: { thought_signature: signature } });
      const plain = calls.map(({ id, type, function: { name, arguments: input } }) => ({
        id,
        type,
        function: { name, arguments: input },
      }));
      const messages: OpenAI.ChatCompletionMessageParam[] = [
        ...asked,
        { role: 'assistant', content: message?.content ?? null, tool_calls: keeps ? calls : plain },
        ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'at six' })),
      ];
      const answered = await client.chat.completions.create({ model: flash, messages, tools: functions });
      assert.equal(answered.choices[0]?.message.content, 'High water 16:40.');
      assert.equal(answered.usage?.prompt_tokens, 40);
      assert.equal(sent().contents.at(-1).parts.length, 3);
    });
  }

  test('a signature survives a loop of tools through a client of Anthropic', async () => {
    const client = new Anthropic({ apiKey: key, baseURL: gateway.url, maxRetries: 0 });
    const request = {
      model: flash,
      max_tokens: 100,
      tools: [{ name: 'tide', input_schema: parameters as Anthropic.Tool.InputSchema }],
    };
    const messages = [{ role: 'user' as const, content: 'When is high water?' }];
    const step = await client.messages.stream({ ...request, messages }).finalMessage();
    assert.equal(step.stop_reason, 'tool_use');
    const results = step.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'at six' }] : [],
    );
    assert.equal(results.length, 3);
    const next = [...messages, step, { role: 'user' as const, content: results }];
    const { content, usage } = await client.messages.create({ ...request, messages: next });
    assert.deepEqual(content, [{ type: 'text', text: 'High water 16:40.' }]);
    assert.deepEqual([usage.input_tokens, usage.output_tokens], [40, 7]);
  });

  test('Vertex answers whole and as a stream, and is charged by its figures', async () => {
    const client = gateway.client(key);
    const request = { model: 'gemini-3.6-flash', messages: asked };
    const whole = await client.chat.completions.create(request);
    const streamed = await client.chat.completions.stream(request).finalContent();
    assert.ok(streamed);
    assert.equal(whole.choices[0]?.message.content, streamed);
    const { conversation } = cloud.requests().at(-1)?.reply ?? {};
    assert.ok(conversation);
    const { promptTokens, completionTokens } = usageOf(conversation);
    const event = await gateway.event(({ model, stream }) => model === 'gemini-3.6-flash' && stream);
    assert.deepEqual([event.tokens.prompt, event.tokens.completion], [promptTokens, completionTokens]);
  });

  test('a mirror of the closed PaLM API answers OpenAI’s clients, whole and as a stream, and is charged by our count', async () => {
    const request = {
      model: 'chat-bison-001',
      messages: [{ role: 'system' as const, content: 'Be brief.' }, ...asked],
    };
    const whole = await gateway.client(key).chat.completions.create(request);
    const streamed = await gateway.client(key).chat.completions.stream(request).finalContent();
    assert.ok(streamed);
    assert.equal(whole.choices[0]?.message.content, streamed);
    const event = await gateway.event(({ model, stream }) => model === 'chat-bison-001' && stream);
    assert.equal(event.counted, 'local');
    assert.ok(event.tokens.prompt > 0 && event.tokens.completion > 0);
  });
});
