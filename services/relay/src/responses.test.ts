import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedChannel, seedPrice, seedToken, seedUser } from '@switchyard/testing';
import {
  anthropicMessages,
  bearer,
  gemini,
  headerKey,
  openaiChat,
  openaiResponses,
  openaiRules,
  type RunningHost,
  startHost,
} from '@switchyard/testing/hosts';
import { moonshotHost } from '@switchyard/testing/hosts/moonshot';
import OpenAI from 'openai';
import type { Response, ResponseInputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { startGateway, type TestGateway } from './harness/gateway.ts';

const secret = 'key-of-the-channel';
const own = 'gpt-6-sol';
const claude = 'claude-sonnet-5-5';
const flash = 'gemini-3.6-flash';
const kimi = 'kimi-k3';

const tide = {
  type: 'function' as const,
  name: 'low-tide',
  description: 'When the tide is low.',
  strict: false,
  parameters: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
};
const patch = { type: 'custom' as const, name: 'apply_patch', description: 'Changes files.' };
const question: ResponseInputItem = { role: 'user', content: 'When is low tide?' };
const reasoning = { effort: 'medium', summary: 'auto' } as const;

describe('clients of the Responses API', () => {
  const hosts: RunningHost[] = [];
  let gateway: TestGateway;
  let client: OpenAI;
  /** Another user, for whom the relay remembers nothing. */
  let stranger: OpenAI;
  let key = '';

  before(async () => {
    const proof = bearer(secret);
    const channels = [
      {
        type: 1,
        model: own,
        host: await startHost(openaiResponses({ proof }), openaiChat({ proof, rules: openaiRules })),
      },
      { type: 14, model: claude, host: await startHost(anthropicMessages({ proof: headerKey('x-api-key', secret) })) },
      { type: 24, model: flash, host: await startHost(gemini({ proof: headerKey('x-goog-api-key', secret) })) },
      { type: 25, model: kimi, host: await startHost(moonshotHost({ key: secret })) },
    ];
    hosts.push(...channels.map(({ host }) => host));
    gateway = await startGateway('memory', async (db, keys) => {
      const userId = await seedUser(db, { username: 'ada', balance: 100_000_000 });
      const strangerId = await seedUser(db, { username: 'bo', balance: 100_000_000 });
      key = (await seedToken(db, keys, { userId })).key;
      stranger = new OpenAI({ apiKey: (await seedToken(db, keys, { userId: strangerId })).key, maxRetries: 0 });
      for (const { type, model, host } of channels) {
        await seedChannel(db, keys, { type, baseUrl: host.url, key: secret, models: [model] });
        await seedPrice(db, model, { input: '2', output: '8' });
      }
    });
    client = gateway.client(key);
    stranger.baseURL = client.baseURL;
  });
  after(async () => {
    await gateway?.close();
    for (const host of hosts) await host.close();
  });

  const last = (at: number) => {
    const request = hosts[at]?.requests().at(-1);
    assert.ok(request);
    return request;
  };

  async function ask(openai: OpenAI, model: string, input: ResponseInputItem[], stream: boolean): Promise<Response> {
    const asked = {
      model,
      input,
      tools: [tide],
      reasoning,
      store: false,
      include: ['reasoning.encrypted_content' as const],
    };
    if (!stream) return openai.responses.create(asked);
    return openai.responses.stream(asked).finalResponse();
  }

  for (const [at, model] of [own, claude, flash, kimi].entries()) {
    for (const stream of [false, true]) {
      test(`${model} reasons, calls and goes on from what the client alone kept, ${stream ? 'streamed' : 'whole'}`, async () => {
        const first = await ask(client, model, [question], stream);
        assert.deepEqual([first.status, first.object, first.error], ['completed', 'response', null]);
        const call = first.output.find((item) => item.type === 'function_call');
        assert.ok(call);
        assert.equal(call.name, tide.name);
        assert.equal(typeof JSON.parse(call.arguments).port, 'string');
        const told = first.output.flatMap((item) => (item.type === 'reasoning' ? item.summary : []));
        assert.match(told.map(({ text }) => text).join(''), /I weigh/);
        const output: ResponseInputItem = {
          type: 'function_call_output',
          call_id: call.call_id,
          output: 'at ten past six',
        };
        const next = await ask(stranger, model, [question, ...(first.output as ResponseInputItem[]), output], stream);
        assert.match(next.output_text, /at ten past six/);
        const { usage } = next;
        assert.ok(usage && usage.input_tokens > 0 && usage.total_tokens === usage.input_tokens + usage.output_tokens);
        // Kimi has no proofs: its reasoning is text.
        const replayed = last(at).reply.conversation?.replayed ?? [];
        assert.ok(replayed.length > 0, 'the reasoning did not come back to its maker');
        // What Gemini takes in the place of a signature that was lost.
        assert.doesNotMatch(last(at).body.toString(), /skip_thought_signature/);
        const event = await gateway.event(
          (one) => one.model === model && one.stream === stream && one.username === 'bo',
        );
        assert.equal(event.tokens.completion, usage.output_tokens);
      });
    }
  }

  test('a conversation may move from one maker to another and back', async () => {
    let input: ResponseInputItem[] = [question];
    for (const model of [claude, own, flash, own, kimi, claude]) {
      const { output } = await ask(client, model, input, false);
      const results = output.flatMap((item): ResponseInputItem[] =>
        item.type === 'function_call'
          ? [{ type: 'function_call_output', call_id: item.call_id, output: 'at six' }]
          : [],
      );
      input = [...input, ...(output as ResponseInputItem[]), ...results, question];
    }
    assert.ok(input.length > 10);
  });

  test('events of a translated answer are numbered, and end with the whole response', async () => {
    const events: ResponseStreamEvent[] = [];
    const stream = await client.responses.create({ model: claude, input: 'Hello', reasoning, stream: true });
    for await (const event of stream) events.push(event);
    assert.deepEqual(
      events.map((event) => event.sequence_number),
      events.map((_, at) => at),
    );
    const text = events.flatMap((event) => (event.type === 'response.output_text.delta' ? [event.delta] : [])).join('');
    const end = events.at(-1);
    assert.equal(end?.type, 'response.completed');
    assert.ok(end?.type === 'response.completed' && end.response.output.length === 2);
    const said = end.response.output.flatMap((item) => (item.type === 'message' ? item.content : []));
    assert.deepEqual(
      said.map((part) => part.type === 'output_text' && part.text),
      [text],
    );
    assert.match(text, /You said “Hello”/);
  });

  test('an answer that reaches its limit is incomplete', async () => {
    for (const stream of [false, true]) {
      const asked = { model: claude, input: 'Hello '.repeat(40), max_output_tokens: 16 };
      const { status, incomplete_details } = stream
        ? await client.responses.stream(asked).finalResponse()
        : await client.responses.create(asked);
      assert.deepEqual([status, incomplete_details], ['incomplete', { reason: 'max_output_tokens' }]);
    }
  });

  test('a tool that takes free text is called with it, though the host knows functions alone', async () => {
    for (const stream of [false, true]) {
      const asked = { model: claude, input: 'Change it.', tools: [patch], tool_choice: 'required' as const };
      const { output }: Response = stream
        ? await client.responses.stream(asked).finalResponse()
        : await client.responses.create(asked);
      const call = output.find((item) => item.type === 'custom_tool_call');
      assert.equal(call?.name, patch.name);
      assert.equal(typeof call?.input, 'string');
      assert.doesNotMatch(call?.input ?? '{', /^\{/);
    }
  });

  test('nothing is stored, not even where the host could', async () => {
    await client.responses.create({ model: own, input: 'Hello', store: true });
    assert.equal(last(0).json()?.store, false);
  });

  const post = async (path: string, body: object) => {
    const answer = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  for (const [field, value] of [
    ['previous_response_id', 'resp_1'],
    ['conversation', 'conv_1'],
    ['prompt', { id: 'pmpt_1' }],
    ['background', true],
  ] as const) {
    test(`${field} is refused with what to do instead`, async () => {
      const { status, body } = await post('/v1/responses', { model: claude, input: 'x', [field]: value });
      assert.equal(status, 400);
      assert.equal((body.error as { param: string }).param, field);
    });
  }

  test('stored responses are not found, in OpenAI’s shape', async () => {
    await assert.rejects(client.responses.retrieve('resp_1'), OpenAI.NotFoundError);
    await assert.rejects(client.responses.cancel('resp_1'), OpenAI.NotFoundError);
    await assert.rejects(client.responses.inputItems.list('resp_1'), OpenAI.NotFoundError);
  });

  test('tokens of a request are counted without a call to anybody', async () => {
    const before = hosts[1]?.requests().length;
    const { status, body } = await post('/v1/responses/input_tokens', {
      model: claude,
      input: [question],
      tools: [tide],
    });
    assert.deepEqual([status, body.object], [200, 'response.input_tokens']);
    assert.ok(Number(body.input_tokens) > 20 && Number(body.input_tokens) < 200, `${body.input_tokens}`);
    assert.equal(hosts[1]?.requests().length, before);
    assert.equal((await post('/v1/responses/input_tokens', { model: 'nobody-has-it', input: 'x' })).status, 404);
  });

  test('a request of this kind at the address of chats is answered as a chat', async () => {
    for (const model of [own, claude, kimi]) {
      const { status, body } = await post('/v1/chat/completions', { model, input: 'Hello', instructions: 'Be brief.' });
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.object, 'chat.completion');
      assert.match(JSON.stringify(body.choices), /You said “Hello”/);
    }
  });

  test('chats with tools take this API where chats may not reason with tools', async () => {
    const tools = [{ type: 'function' as const, function: { name: 'low-tide', parameters: tide.parameters } }];
    const messages = [{ role: 'user' as const, content: 'When is low tide?' }];
    const { choices } = await client.chat.completions.create({ model: own, messages, tools, max_tokens: 5 });
    assert.equal(last(0).path, '/v1/responses');
    assert.equal(choices[0]?.finish_reason, 'tool_calls');
    await client.chat.completions.create({ model: own, messages });
    assert.equal(last(0).path, '/v1/chat/completions');
  });

  test('an answer that breaks off in the middle ends in an error', async () => {
    const asked = { model: claude, input: 'Hello', stream: true as const };
    const host = hosts[1] as RunningHost;
    for await (const _ of await client.responses.create(asked)) {
      // Its length is measured.
    }
    host.delivery.cutAfterBytes = last(1).reply.body.length - 200;
    let text = '';
    try {
      const stream = await client.responses.create(asked);
      await assert.rejects(async () => {
        for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta;
      }, OpenAI.APIError);
    } finally {
      host.delivery.cutAfterBytes = undefined;
    }
    assert.match(text, /^You said/);
  });

  test('the error that ends a stream has the number behind that of the last event', async () => {
    for (const [at, model] of [own, claude].entries()) {
      const host = hosts[at] as RunningHost;
      const read = async () => {
        const answer = await fetch(`${gateway.url}/v1/responses`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model, input: 'Hello', stream: true }),
        });
        const events = (await answer.text()).matchAll(/^data: (\{.*)$/gm);
        return Array.from(events, ([, data = '']) => JSON.parse(data) as { type: string; sequence_number: number });
      };
      await read();
      host.delivery.cutAfterBytes = last(at).reply.body.length - 200;
      const events = await read().finally(() => {
        host.delivery.cutAfterBytes = undefined;
      });
      assert.equal(events.at(-1)?.type, 'error', model);
      assert.deepEqual(
        events.map(({ sequence_number }) => sequence_number),
        events.map((_, place) => place),
      );
    }
  });
});
