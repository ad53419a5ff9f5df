import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { usageOf } from '../conversation/usage-of.ts';
import { picture } from '../midjourney.ts';
import { bearer } from '../proof/proof.ts';
import { startHost } from '../start-host.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiRules } from './openai-rules.ts';

const host = await startHost(
  openaiChat({ proof: bearer('sk-right'), rules: openaiRules }),
  openaiChat({
    name: 'thinker',
    path: '/thinker/v1/chat/completions',
    reasoningField: 'reasoning_content',
    usageIn: 'every-chunk',
    wholeToolCalls: true,
    done: false,
  }),
);
after(() => host.close());
const openai = new OpenAI({ apiKey: 'sk-right', baseURL: `${host.url}/v1`, maxRetries: 0 });
const thinker = new OpenAI({ apiKey: 'any', baseURL: `${host.url}/thinker/v1`, maxRetries: 0 });

const model = 'gpt-4o-mini';
const user = { role: 'user' as const, content: 'When is low tide?' };
const weather = {
  type: 'function' as const,
  function: {
    name: 'weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['C', 'F'] } },
    },
  },
};
type Body = ChatCompletionCreateParamsNonStreaming;

async function streamed(client: OpenAI, body: Body) {
  return client.chat.completions
    .stream({ ...body, stream: true, stream_options: { include_usage: true } })
    .finalChatCompletion();
}

test('a stream joins to the same answer and usage as the whole reply', async () => {
  const tools = [weather];
  for (const body of [
    { model, messages: [user] },
    { model, messages: [user], tools },
    { model, messages: [{ ...user, content: 'Twice in parallel, cached' }], tools },
  ] satisfies Body[]) {
    const whole = await openai.chat.completions.create(body);
    const joined = await streamed(openai, body);
    const facts = ({ choices, usage }: typeof whole) => ({
      text: choices[0]?.message.content || null,
      calls: choices[0]?.message.tool_calls?.map((call) => call.type === 'function' && { ...call.function }),
      finish: choices[0]?.finish_reason,
      usage,
    });
    const [expected, got] = [facts(whole), facts(joined)];
    // The SDK adds a member to the calls that it joined.
    for (const call of got.calls ?? []) if (call) delete (call as { parsed_arguments?: unknown }).parsed_arguments;
    assert.deepEqual(got, expected);
  }
});

test('arguments keep blanks and letters beyond ASCII; two calls come interleaved', async () => {
  const body = { model, messages: [{ ...user, content: 'both in parallel' }], tools: [weather] };
  const stream = await openai.chat.completions.create({ ...body, stream: true });
  const order: number[] = [];
  const joined = ['', ''];
  for await (const chunk of stream) {
    for (const call of chunk.choices[0]?.delta.tool_calls ?? []) {
      order.push(call.index);
      joined[call.index] += call.function?.arguments ?? '';
    }
  }
  assert.deepEqual(joined, Array(2).fill('{"city": "Zürich", "unit":"C"}'));
  assert.deepEqual(order.slice(0, 6), [0, 1, 0, 1, 0, 1]);
  assert.ok(order.length >= 8);
});

test('the answer repeats what a tool said and names the pictures that arrived', async () => {
  const asked = await openai.chat.completions.create({ model, messages: [user], tools: [weather] });
  const turn = asked.choices[0]?.message;
  assert.ok(turn?.tool_calls);
  const told = await openai.chat.completions.create({
    model,
    tools: [weather],
    messages: [user, turn, { role: 'tool', tool_call_id: turn.tool_calls[0]?.id ?? '', content: '9 degrees' }],
  });
  assert.equal(told.choices[0]?.message.content, 'The tool said: 9 degrees');
  assert.equal(host.requests().at(-1)?.reply.conversation?.results[0]?.name, 'weather');

  const url = `data:image/png;base64,${picture.toString('base64')}`;
  const seen = await openai.chat.completions.create({
    model,
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
  });
  const digest = createHash('sha256').update(picture).digest('hex').slice(0, 12);
  assert.match(
    seen.choices[0]?.message.content ?? '',
    new RegExp(`image/png of ${picture.length} bytes, sha256 ${digest}`),
  );
});

test('a schema that is asked for is answered with JSON that fits', async () => {
  const schema = {
    type: 'object',
    properties: { port: { type: 'string' }, metres: { type: 'number' } },
    required: ['port', 'metres'],
    additionalProperties: false,
  };
  const reply = await openai.chat.completions.create({
    model,
    messages: [user],
    response_format: { type: 'json_schema', json_schema: { name: 'tide', schema, strict: true } },
  });
  assert.deepEqual(JSON.parse(reply.choices[0]?.message.content ?? ''), { port: 'Zürich', metres: 7 });
});

test('usage is what a test computes from the conversation', async () => {
  const reply = await openai.chat.completions.create({
    model: 'gpt-5.6-luna',
    messages: [{ ...user, content: 'a cached question' }],
    reasoning_effort: 'low',
  });
  const conversation = host.requests().at(-1)?.reply.conversation;
  assert.ok(conversation);
  const usage = usageOf(conversation);
  assert.ok(usage.cachedTokens > 0 && usage.reasoningTokens > 0 && usage.completionTokens > usage.reasoningTokens);
  assert.equal(reply.usage?.prompt_tokens, usage.promptTokens);
  assert.equal(reply.usage?.prompt_tokens_details?.cached_tokens, usage.cachedTokens);
  assert.equal(reply.usage?.completion_tokens, usage.completionTokens);
  assert.equal(reply.usage?.completion_tokens_details?.reasoning_tokens, usage.reasoningTokens);
});

test('several answers come side by side and are all charged', async () => {
  const body = { model, messages: [user], n: 3 };
  const [one, three] = await Promise.all([1, 3].map((n) => openai.chat.completions.create({ ...body, n })));
  assert.equal(three?.usage?.completion_tokens, 3 * (one?.usage?.completion_tokens ?? 0));
  const joined = await streamed(openai, body);
  assert.deepEqual(
    joined.choices.map(({ message }) => message.content),
    three?.choices.map(({ message }) => message.content),
  );
});

test('a host that differs shows its reasoning, whole calls, usage everywhere and no [DONE]', async () => {
  const body = { model: 'deep', messages: [user], tools: [weather], reasoning_effort: 'high' as const };
  const whole = await thinker.chat.completions.create(body);
  const message = whole.choices[0]?.message as { reasoning_content?: string } | undefined;
  const stream = await thinker.chat.completions.create({ ...body, stream: true });
  let reasoning = '';
  const calls: unknown[] = [];
  for await (const { choices, usage } of stream) {
    reasoning += (choices[0]?.delta as { reasoning_content?: string } | undefined)?.reasoning_content ?? '';
    calls.push(...(choices[0]?.delta.tool_calls ?? []));
    assert.ok(usage);
  }
  assert.match(reasoning, /When is low tide/);
  assert.equal(reasoning, message?.reasoning_content);
  assert.equal(calls.length, 1);
  assert.ok(!String(host.requests().at(-1)?.reply.body).includes('[DONE]'));
});

test('refuses a wrong key as OpenAI does', async () => {
  const stranger = new OpenAI({ apiKey: 'sk-wrong', baseURL: `${host.url}/v1`, maxRetries: 0 });
  const asked = stranger.chat.completions.create({ model, messages: [user] });
  await assert.rejects(asked, { status: 401, code: 'invalid_api_key' });
});
