import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import type { Message, MessageCreateParamsNonStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { usageOf } from '../conversation/usage-of.ts';
import { anyProof, bearer, headerKey } from '../proof/proof.ts';
import { startHost } from '../start-host.ts';
import { anthropicMessages } from './anthropic-messages.ts';

const key = 'sk-ant-right';
const host = await startHost(anthropicMessages({ proof: anyProof(bearer(key), headerKey('x-api-key', key)) }));
after(() => host.close());
const version = { 'anthropic-version': '2023-06-01' };
const claude = new Anthropic({ apiKey: key, baseURL: host.url, maxRetries: 0, defaultHeaders: version });

const user: MessageParam = { role: 'user', content: 'When is low tide?' };
const older = 'claude-haiku-4-5-20251001';
const newest = 'claude-opus-5-5';
const budget = { thinking: { type: 'enabled' as const, budget_tokens: 1024 } };
const tools = [
  {
    name: 'weather',
    input_schema: {
      type: 'object' as const,
      properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['C', 'F'] } },
    },
  },
];
type Body = MessageCreateParamsNonStreaming;
const plain: Body = { model: older, max_tokens: 4_000, messages: [user] };

/** What does not differ from one answer to the next. */
function facts({ content, stop_reason, usage }: Message) {
  const blocks = content.map((block) => ('id' in block ? { ...block, id: '' } : block));
  return { blocks, stop_reason, output: usage.output_tokens, input: usage.input_tokens };
}

const resultsOf = (message: Message): MessageParam => ({
  role: 'user',
  content: message.content.flatMap((block) =>
    block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: '9 degrees' }] : [],
  ),
});

test('a stream joins to the same message as the whole reply', async () => {
  const bodies: Body[] = [
    plain,
    { ...plain, tools },
    { ...plain, ...budget, tools, messages: [{ role: 'user', content: 'two in parallel, cached' }] },
    { ...plain, model: newest, thinking: { type: 'adaptive', display: 'summarized' } },
  ];
  for (const body of bodies) {
    const whole = await claude.messages.create(body);
    const joined = await claude.messages.stream(body).finalMessage();
    assert.deepEqual(facts(joined), facts(whole));
  }
});

test('a stream has a ping and arguments as the model wrote them', async () => {
  const stream = await claude.messages.create({ ...plain, tools, stream: true });
  const pieces: string[] = [];
  for await (const event of stream)
    if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta')
      pieces.push(event.delta.partial_json);
  assert.equal(pieces.join(''), '{"city": "Zürich", "unit":"C"}');
  assert.ok(pieces.filter(Boolean).length >= 3);
  assert.ok(String(host.requests().at(-1)?.reply.body).includes('event: ping\n'));
});

test('thinking goes before a call, and comes back with its signature', async () => {
  for (const model of [older, newest]) {
    const body: Body = { ...plain, model, tools, ...(model === older && budget) };
    const first = await claude.messages.create(body);
    assert.deepEqual(
      first.content.map(({ type }) => type),
      ['thinking', 'tool_use'],
    );
    const again = (content: MessageParam['content']) =>
      claude.messages.create({ ...body, messages: [user, { role: 'assistant', content }, resultsOf(first)] });
    const told = await again(first.content);
    assert.match(JSON.stringify(told.content), /The tool said: 9 degrees/);
    const tampered = first.content.map((block) => (block.type === 'thinking' ? { ...block, thinking: 'x' } : block));
    await assert.rejects(again(tampered), /Invalid `signature`/);
    const unsigned = first.content.map((block) => ({ ...block, signature: undefined })) as MessageParam['content'];
    await assert.rejects(again(unsigned), /signature: Field required/);
    if (model === older) await assert.rejects(again(first.content.slice(1)), /Expected `thinking`/);
  }
});

test('the newest models bind thinking to all that came before it', async () => {
  const body: Body = { ...plain, model: newest, tools, system: 'You are a harbour master.' };
  const first = await claude.messages.create(body);
  const messages: MessageParam[] = [user, { role: 'assistant', content: first.content }, resultsOf(first)];
  await assert.doesNotReject(claude.messages.create({ ...body, messages }));
  const changed = claude.messages.create({ ...body, messages, system: 'You are another.' });
  await assert.rejects(changed, /bound to a different conversation/);
});

test('caching and thinking are reported as a test computes them', async () => {
  const cache_control = { type: 'ephemeral' as const, ttl: '1h' as const };
  const system = [{ type: 'text' as const, text: 'A long text about tides. '.repeat(20), cache_control }];
  const written = await claude.messages.create({ ...plain, ...budget, system });
  const { conversation } = host.requests().at(-1)?.reply ?? {};
  assert.ok(conversation);
  const usage = usageOf(conversation);
  assert.ok(usage.cacheWriteTokens > 0);
  assert.equal(written.usage.cache_creation?.ephemeral_1h_input_tokens, usage.cacheWriteTokens);
  assert.equal(written.usage.input_tokens, usage.promptTokens - usage.cacheWriteTokens);
  assert.equal(written.usage.output_tokens, usage.completionTokens);
  const read = await claude.messages.create({ ...plain, system, messages: [{ ...user, content: 'cached?' }] });
  assert.ok((read.usage.cache_read_input_tokens ?? 0) > 0);
  assert.equal(read.usage.cache_creation_input_tokens, 0);
});

test('counts tokens and lists models', async () => {
  const message = await claude.messages.create(plain);
  const counted = await claude.messages.countTokens({ model: older, messages: [user] });
  assert.equal(counted.input_tokens, message.usage.input_tokens);
  assert.equal((await claude.models.list()).data[0]?.id, 'claude-haiku-5-5');
});

test('a bearer token is as good as a key', async () => {
  const other = new Anthropic({
    authToken: key,
    apiKey: null,
    baseURL: host.url,
    maxRetries: 0,
    defaultHeaders: version,
  });
  await assert.doesNotReject(other.messages.create(plain));
  const stranger = new Anthropic({ apiKey: 'wrong', baseURL: host.url, maxRetries: 0, defaultHeaders: version });
  await assert.rejects(stranger.messages.create(plain), { status: 401 });
});
