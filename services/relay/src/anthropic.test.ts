import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import Anthropic, { APIError } from '@anthropic-ai/sdk';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import { writeEventFrame, writeExceptionFrame } from '@switchyard/testing/hosts/aws-frames';
import { usage as bedrockUsage, type FakeBedrock, fakeBedrock } from '@switchyard/testing/hosts/bedrock';
import { serveTasks, type TaskServer } from '@switchyard/testing/hosts/task-server';
import { startUpstream, type Upstream } from '@switchyard/testing/upstream';
import { startGateway, type TestGateway } from './harness/gateway.ts';

const nova = 'amazon.nova-pro-v1:0';
const messages = [{ role: 'user' as const, content: 'When is high water?' }];
const recorded = readFileSync(new URL('dialects/anthropic-messages/fixtures/thinking-and-tools.sse', import.meta.url));
/** Until just before it reports what it wrote. */
const brokenOff = recorded.subarray(0, recorded.indexOf('event: message_delta'));
const overloaded = readFileSync(new URL('dialects/anthropic-messages/fixtures/overloaded.sse', import.meta.url));

describe('clients that speak Anthropic’s way', () => {
  let host: TaskServer;
  let bedrock: FakeBedrock;
  let openai: Upstream;
  let gateway: TestGateway;
  let client: Anthropic;
  let key = '';

  before(async () => {
    host = await serveTasks(({ headers, text, path }) => {
      const refused = (status: number, type: string, message: string) => ({
        status,
        body: { type: 'error', error: { type, message } },
      });
      if (headers['x-api-key'] !== 'sk-ant-test') return refused(401, 'authentication_error', 'invalid x-api-key');
      if (!headers['anthropic-version']) return refused(400, 'invalid_request_error', 'anthropic-version: required');
      if (path !== '/v1/messages') return refused(404, 'not_found_error', 'Not found');
      if (text.includes('overload')) return { type: 'text/event-stream', body: overloaded };
      if (text.includes('breaks off')) return { type: 'text/event-stream', body: brokenOff };
      if (text.includes('too long')) return refused(400, 'invalid_request_error', 'prompt is too long');
      return { type: 'text/event-stream', body: recorded };
    });
    const keys = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret', region: 'eu-west-1', apiKey: 'bedrock-key' };
    bedrock = await fakeBedrock(keys);
    openai = await startUpstream();
    gateway = await startGateway('memory', async (db, sealing) => {
      const userId = await seedUser(db, { username: 'ada', balance: 1_000_000 });
      key = (await seedToken(db, sealing, { userId })).key;
      const models = [
        'claude-haiku-5-5',
        'claude-haiku-4-5-20251001',
        'claude-opus-5',
        'claude-sonnet-5',
        nova,
        'gpt-test',
      ];
      for (const model of models) await seedPrice(db, model, { input: '2', output: '8' });
      const channel = (type: number, baseUrl: string, secret: string, model: string) =>
        seedChannel(db, sealing, { type, baseUrl, key: secret, models: [model] });
      await channel(14, host.url, 'sk-ant-test', 'claude-haiku-5-5');
      await channel(33, bedrock.url, 'AKIATEST|secret|eu-west-1', 'claude-haiku-4-5-20251001');
      await channel(33, bedrock.url, 'bedrock-key|eu-west-1', 'claude-opus-5');
      await channel(33, bedrock.url, 'AKIATEST|secret|eu-west-1', nova);
      await channel(1, openai.url, 'sk-upstream', 'gpt-test');
      await channel(33, bedrock.url, 'AKIATEST|wrong|eu-west-1', 'claude-sonnet-5');
    });
    client = new Anthropic({ apiKey: key, baseURL: gateway.url, maxRetries: 0 });
  });
  after(async () => {
    await gateway?.close();
    await bedrock?.close();
    await openai?.close();
    await host?.close();
  });

  test('a stream of Anthropic’s reaches the client byte for byte, and what it says is charged', async () => {
    const answer = await fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', 'anthropic-version': '2026-10-21' },
      body: JSON.stringify({ model: 'claude-haiku-5-5', max_tokens: 100, stream: true, messages }),
    });
    assert.equal(answer.headers.get('content-type')?.split(';')[0], 'text/event-stream');
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), recorded);
    assert.equal(host.calls.at(-1)?.headers['anthropic-version'], '2026-10-21');
    const event = await gateway.event(({ model }) => model === 'claude-haiku-5-5');
    assert.equal(event.counted, 'upstream');
    assert.deepEqual(event.tokens, {
      prompt: 2360,
      completion: 23,
      cacheRead: 2048,
      cacheWrite: 300,
      cacheWrite1h: 200,
      reasoning: 9,
      toolCalls: { web_search: 1 },
    });
  });

  test('an answer that breaks off costs what came of it, not the output that its first event reports', async () => {
    const content = 'Say something that breaks off.';
    const translated = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'claude-haiku-5-5', stream: true, messages: [{ role: 'user', content }] }),
    });
    const passed = client.messages.create({
      model: 'claude-haiku-5-5',
      max_tokens: 100,
      stream: true,
      messages: [{ role: 'user', content }],
    });
    await (await translated).text();
    await assert.rejects(async () => {
      for await (const _ of await passed);
    });
    for (const dialect of ['openai-chat', 'anthropic-messages']) {
      const isIt = (path: string) => (dialect === 'openai-chat') === path.includes('chat');
      const event = await gateway.event(({ ended, path }) => ended === 'upstream_failed' && isIt(path));
      assert.equal(event.tokens.prompt, 2360, dialect);
      assert.ok(event.tokens.completion > 20, `${dialect}: ${event.tokens.completion}`);
    }
  });

  test('Anthropic’s SDK reads thoughts, text and calls', async () => {
    const stream = client.messages.stream({ model: 'claude-haiku-5-5', max_tokens: 100, messages });
    const message = await stream.finalMessage();
    assert.deepEqual(
      message.content.filter(({ type }) => type === 'tool_use').map((block) => 'input' in block && block.input),
      [{ port: 'Brest', day: 1 }, {}],
    );
    assert.equal(message.stop_reason, 'tool_use');
  });

  test('refusals have Anthropic’s shape, before and after the body was read', async () => {
    const refusal = async (body: unknown, apiKey = key) => {
      const answer = await fetch(`${gateway.url}/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { type, error, request_id } = (await answer.json()) as {
        type: string;
        error: { type: string };
        request_id: string;
      };
      assert.equal(type, 'error');
      assert.equal(request_id, answer.headers.get('x-oneapi-request-id'));
      return [answer.status, error.type];
    };
    assert.deepEqual(await refusal({}, 'sk-wrong'), [401, 'authentication_error']);
    assert.deepEqual(await refusal({ model: 'claude-haiku-5-5' }), [400, 'invalid_request_error']);
    assert.deepEqual(await refusal({ model: 'nobody-has-it', messages }), [404, 'not_found_error']);
    const long = [{ role: 'user', content: 'too long' }];
    assert.deepEqual(await refusal({ model: 'claude-haiku-5-5', messages: long }), [400, 'invalid_request_error']);
  });

  test('an error at the start of a stream is answered with its status, not with a stream', async () => {
    const overload = [{ role: 'user' as const, content: 'overload' }];
    await assert.rejects(
      client.messages.create({ model: 'claude-haiku-5-5', max_tokens: 9, messages: overload, stream: true }),
      (error) => error instanceof APIError && (error.status ?? 0) >= 500,
    );
  });

  test('no model is asked but the one that is priced: others that may answer in its place are left out, advisors refused', async () => {
    const post = (body: string) =>
      fetch(`${gateway.url}/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'anthropic-version': '2026-10-21' },
        body,
      });
    const given = { model: 'claude-haiku-5-5', max_tokens: 100, stream: true, messages };
    const dear = [{ model: 'claude-dear' }];
    const answer = await post(JSON.stringify({ ...given, fallbacks: dear, speed: 'fast' }));
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), recorded);
    assert.match(answer.headers.get('x-switchyard-warning') ?? '', /fallbacks: /);
    assert.deepEqual(JSON.parse(host.calls.at(-1)?.text ?? ''), given);

    const calls = host.calls.length;
    const tools = [
      { name: 'tide', description: 'Asks the \u00e9cluse, no advisor', input_schema: { type: 'object' } },
      { type: 'advisor_20260301', name: 'advisor', model: 'claude-dear' },
    ];
    const plain = JSON.stringify({ ...given, tools });
    for (const body of [plain, plain.replaceAll('advisor', '\\u0061dvisor'), plain.replace('"tools"', '"Tools"')]) {
      const refusal = await post(body);
      assert.equal(refusal.status, 400);
      assert.match(((await refusal.json()) as { error: { message: string } }).error.message, /advisor|letters/i);
    }
    assert.equal(host.calls.length, calls);
    const [tide] = tools;
    assert.equal((await post(JSON.stringify({ ...given, tools: [tide] }))).status, 200);
  });

  test('tokens are counted without a call to anybody', async () => {
    const before = host.calls.length;
    const { input_tokens } = await client.messages.countTokens({ model: 'claude-haiku-5-5', messages });
    assert.ok(input_tokens > 3 && input_tokens < 20, `${input_tokens}`);
    assert.equal(host.calls.length, before);
  });

  for (const model of ['claude-haiku-4-5-20251001', 'claude-opus-5']) {
    test(`Bedrock answers ${model}, whole and as a stream, and is charged by its figures`, async () => {
      const request = { model, max_tokens: 50, messages };
      const whole = await client.messages.create(request);
      const streamed = await client.messages.stream(request).finalMessage();
      assert.deepEqual(streamed.content, whole.content);
      assert.equal(streamed.usage.output_tokens, bedrockUsage.output_tokens);
      for (const stream of [false, true]) {
        const event = await gateway.event((candidate) => candidate.model === model && candidate.stream === stream);
        assert.deepEqual(event.tokens, { prompt: 47, completion: 9, cacheRead: 30, cacheWrite: 5 });
      }
    });
  }

  test('betas reach Bedrock in the body', async () => {
    const request = { model: 'claude-opus-5', max_tokens: 50, messages };
    await client.messages.create(request, { headers: { 'anthropic-beta': 'context-1m-2025-08-07' } });
    const call = bedrock.calls.at(-1);
    assert.deepEqual(JSON.parse(call?.text ?? '').anthropic_beta, ['context-1m-2025-08-07']);
    assert.equal(call?.headers['anthropic-beta'], undefined);
  });

  test('a picture given by its address reaches a host that only takes bytes, and one that cannot be read is refused', async () => {
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
    const pictures = await serveTasks(({ path }) =>
      path === '/tide.png' ? { type: 'image/png', body: bytes } : { status: 404, body: {} },
    );
    const ask = (path: string) =>
      client.messages.create({
        model: 'claude-opus-5',
        max_tokens: 50,
        messages: [
          { role: 'user', content: [{ type: 'image', source: { type: 'url', url: `${pictures.url}${path}` } }] },
        ],
      });
    try {
      await ask('/tide.png');
      const sent = JSON.parse(bedrock.calls.at(-1)?.text ?? '');
      assert.deepEqual(sent.messages[0].content[0].source, {
        type: 'base64',
        media_type: 'image/png',
        data: bytes.toString('base64'),
      });
      await assert.rejects(ask('/gone.png'), (error) => error instanceof APIError && error.status === 400);
    } finally {
      await pictures.close();
    }
  });

  test('an exception as Bedrock’s first frame is an error of the call', async () => {
    bedrock.answer = () => ({
      type: 'application/vnd.amazon.eventstream',
      body: writeExceptionFrame('throttlingException', 'Too many requests'),
    });
    const request = { model: 'claude-opus-5', max_tokens: 50, messages, stream: true as const };
    await assert.rejects(client.messages.create(request), (error) => error instanceof APIError);
    bedrock.answer = undefined;
  });

  test('a model that speaks otherwise answers in Anthropic’s way, whole and as a stream, and is charged', async () => {
    const request = { model: nova, max_tokens: 50, messages };
    const whole = await client.messages.create(request);
    const stream = client.messages.stream(request);
    const streamed = await stream.finalMessage();
    assert.deepEqual(streamed.content, whole.content);
    assert.equal(whole.stop_reason, 'end_turn');
    for (const { usage } of [whole, streamed]) {
      assert.deepEqual([usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens], [12, 30, 9]);
    }
    const event = await gateway.event((candidate) => candidate.model === nova && candidate.stream);
    assert.deepEqual(event.tokens, { prompt: 47, completion: 9, cacheRead: 30, cacheWrite: 5 });
  });

  test('a whole step of tools crosses over and back', async () => {
    const frames = [
      writeEventFrame('messageStart', { role: 'assistant' }),
      writeEventFrame('contentBlockDelta', {
        contentBlockIndex: 0,
        delta: { reasoningContent: { text: 'Two ports.' } },
      }),
      writeEventFrame('contentBlockStop', { contentBlockIndex: 0 }),
      ...['Brest', 'Nantes'].flatMap((port, at) => [
        writeEventFrame('contentBlockStart', {
          contentBlockIndex: at + 1,
          start: { toolUse: { toolUseId: `t${at}`, name: 'tide' } },
        }),
        writeEventFrame('contentBlockDelta', {
          contentBlockIndex: at + 1,
          delta: { toolUse: { input: JSON.stringify({ port }) } },
        }),
        writeEventFrame('contentBlockStop', { contentBlockIndex: at + 1 }),
      ]),
      writeEventFrame('messageStop', { stopReason: 'tool_use' }),
    ];
    bedrock.answer = () => ({ type: 'application/vnd.amazon.eventstream', body: Buffer.concat(frames) });
    const tools = [{ name: 'tide', input_schema: { type: 'object' as const } }];
    const request = { model: nova, max_tokens: 50, messages, tools };
    const step = await client.messages.stream(request).finalMessage();
    bedrock.answer = undefined;
    assert.deepEqual(
      step.content.map((block) => [block.type, 'input' in block ? block.input : undefined]),
      [
        ['thinking', undefined],
        ['tool_use', { port: 'Brest' }],
        ['tool_use', { port: 'Nantes' }],
      ],
    );
    assert.equal(step.stop_reason, 'tool_use');
    const results = step.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'at six' }] : [],
    );
    const next = { role: 'user' as const, content: [...results, { type: 'text' as const, text: 'And now?' }] };
    await client.messages.create({ ...request, messages: [...messages, step, next] });
    const sent = JSON.parse(bedrock.calls.at(-1)?.text ?? '');
    assert.deepEqual(sent.messages.at(-1).content, [
      { toolResult: { toolUseId: 't0', content: [{ text: 'at six' }] } },
      { toolResult: { toolUseId: 't1', content: [{ text: 'at six' }] } },
      { text: 'And now?' },
    ]);
  });

  test('OpenAI’s models answer in Anthropic’s way, whole and as a stream, and are charged as they report', async () => {
    const request = { model: 'gpt-test', max_tokens: 50, messages };
    for (const stream of [false, true]) {
      const message = await (stream ? client.messages.stream(request).finalMessage() : client.messages.create(request));
      assert.ok(message.content.some((block) => block.type === 'text' && block.text.length > 0));
      const event = await gateway.event((candidate) => candidate.model === 'gpt-test' && candidate.stream === stream);
      assert.equal(event.counted, 'upstream');
      assert.equal(message.usage.output_tokens, event.tokens.completion);
      assert.equal(message.usage.input_tokens + (message.usage.cache_read_input_tokens ?? 0), event.tokens.prompt);
    }
  });

  test('clients of OpenAI read thoughts, text and calls of a Claude', async () => {
    const stream = await gateway.client(key).chat.completions.create({
      model: 'claude-haiku-5-5',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let usage: { prompt_tokens: number; completion_tokens: number } | null | undefined;
    let finish: string | null = null;
    const calls: string[] = [];
    for await (const { choices, usage: figures } of stream) {
      usage = figures ?? usage;
      const [choice] = choices;
      text += choice?.delta.content ?? '';
      finish = choice?.finish_reason ?? finish;
      for (const { index, function: called } of choice?.delta.tool_calls ?? []) {
        calls[index] = (calls[index] ?? '') + (called?.name ?? '') + (called?.arguments ?? '');
      }
    }
    assert.equal(text, 'I look it up.');
    assert.deepEqual(calls, ['tide{"port": "Brest", "day":1.0}', 'now{}']);
    assert.equal(finish, 'tool_calls');
    assert.deepEqual([usage?.prompt_tokens, usage?.completion_tokens], [2360, 23]);
    assert.equal(host.calls.at(-1)?.headers['anthropic-version'], '2023-06-01');
    const sent = JSON.parse(host.calls.at(-1)?.text ?? '');
    assert.equal(typeof sent.max_tokens, 'number');
  });

  test('a wrong secret of the operator’s is no fault of the client’s key', async () => {
    const request = { model: 'claude-sonnet-5', max_tokens: 50, messages };
    await assert.rejects(
      client.messages.create(request),
      (error) => error instanceof APIError && error.status === 502 && !/signature|secret/i.test(error.message),
    );
  });
});
