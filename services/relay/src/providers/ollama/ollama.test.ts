import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../dialects/canonical.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import { ndjson } from '../../egress/framing/ndjson.ts';
import { GatewayError } from '../../errors.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { JsonBody } from '../../ingress/json-body.ts';
import { BodyEdit } from '../patch.ts';
import { ollamaChat } from './dialect.ts';
import { mergeOther } from './merge-other.ts';

const chat: ChatRequest = {
  model: 'qwen3.5:9b',
  stream: true,
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'When is low water?' }] }],
  tools: [],
  extensions: {},
};

function write(changes: Partial<ChatRequest>): { body: Record<string, unknown>; warnings: string[] } {
  const warnings: string[] = [];
  return { body: ollamaChat.writeRequest({ ...chat, ...changes }, (field) => warnings.push(field)), warnings };
}

test('a stream of lines is thinking, text, calls and a finish, wherever it is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'tool-call.ndjson'), ndjson, ollamaChat.readStream);
  assert.equal(textOf(parts, 'reasoning'), 'Häfen first');
  assert.deepEqual(
    parts.map(({ type }) => type),
    [
      'start',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-end',
      ...['tool-input-start', 'tool-input-delta', 'tool-input-end'],
      ...['tool-input-start', 'tool-input-delta', 'tool-input-end'],
      'finish',
    ],
  );
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'tool-calls', raw: 'stop' },
    usage: { prompt: 41, completion: 19, cacheRead: 0, cacheWrite: 0 },
  });
  const inputs = parts.filter((part) => part.type === 'tool-input-delta');
  assert.deepEqual(inputs, [
    { type: 'tool-input-delta', id: 'call_z1', text: '{"port":"Brest"}' },
    { type: 'tool-input-delta', id: 'call_new', text: '{"port":"Vigo"}' },
  ]);
});

test('a stream that breaks off, or ends in an error line, ends in an error', () => {
  const line = '{"model":"m","message":{"content":"Ebb"},"done":false}\n';
  const broken = replay(line, ndjson, ollamaChat.readStream).at(-1);
  assert.ok(broken?.type === 'error' && broken.error.verdict === 'retry');
  const failed = replay(`${line}{"error":"runner crashed"}\n`, ndjson, ollamaChat.readStream);
  assert.equal(failed.filter(({ type }) => type === 'error').length, 1);
  const last = failed.at(-1);
  assert.ok(last?.type === 'error' && last.error.message === 'runner crashed');
});

test('a whole answer is read like a stream', () => {
  const result = ollamaChat.readResponse({
    model: 'qwen3.5:9b',
    message: { role: 'assistant', content: 'At 16:40.', thinking: 'Tables', tool_calls: [] },
    done: true,
    done_reason: 'length',
    prompt_eval_count: 12,
    eval_count: 8,
  });
  assert.deepEqual(result.parts, [
    { type: 'reasoning', text: 'Tables' },
    { type: 'text', text: 'At 16:40.' },
  ]);
  assert.equal(result.finishReason.unified, 'length');
  assert.deepEqual(result.usage, { prompt: 12, completion: 8, cacheRead: 0, cacheWrite: 0 });
  assert.throws(() => ollamaChat.readResponse({ error: 'no' }), UpstreamRefusal);
});

test('a prompt that was cached is not counted, and so nothing is: the estimate is nearer', () => {
  assert.equal(ollamaChat.readUsage({ done: true, eval_count: 8 }), undefined);
});

test('streaming is said in words: the default of the call is to stream', () => {
  assert.equal(write({ stream: false }).body.stream, false);
});

test('tool turns travel as objects, with the name of the tool looked up', () => {
  const { body } = write({
    messages: [
      ...chat.messages,
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Tables' },
          { type: 'tool-call', id: 'c1', name: 'tide', arguments: '{"port":"Brest"}' },
          { type: 'tool-call', id: 'c2', name: 'note', arguments: 'plain words' },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool-result', id: 'c1', content: [{ type: 'text', text: '16:40' }] }] },
    ],
  });
  assert.deepEqual((body.messages as unknown[]).slice(1), [
    {
      role: 'assistant',
      content: '',
      thinking: 'Tables',
      tool_calls: [
        { id: 'c1', function: { name: 'tide', arguments: { port: 'Brest' } } },
        { id: 'c2', function: { name: 'note', arguments: { input: 'plain words' } } },
      ],
    },
    { role: 'tool', content: '16:40', tool_name: 'tide', tool_call_id: 'c1' },
  ]);
});

test('pictures travel as bare base64; other files are refused, not lost', () => {
  const user = (mediaType: string) => ({
    messages: [
      {
        role: 'user' as const,
        parts: [{ type: 'file' as const, mediaType, source: { kind: 'data' as const, base64: 'aGk=' } }],
      },
    ],
  });
  assert.deepEqual(write(user('image/png')).body.messages, [{ role: 'user', content: '', images: ['aGk='] }]);
  assert.throws(() => write(user('application/pdf')), GatewayError);
});

test('settings become options, and what has no place is told', () => {
  const { body, warnings } = write({
    maxTokens: 200,
    temperature: 0.2,
    topP: 0.9,
    seed: 7,
    stop: ['END'],
    choices: 2,
    user: 'u-1',
    toolChoice: { type: 'required' },
    extensions: { 'openai-chat': { logit_bias: { 1: 1 } } },
    responseFormat: { type: 'json-schema', schema: { type: 'object' } },
  });
  assert.deepEqual(body.options, {
    num_predict: 200,
    temperature: 0.2,
    top_p: 0.9,
    seed: 7,
    stop: ['END'],
    num_ctx: 4096,
  });
  assert.deepEqual(body.format, { type: 'object' });
  assert.deepEqual(warnings.sort(), ['logit_bias', 'n', 'tool_choice', 'user']);
});

test('thinking is on or off, and a level only for models that have levels', () => {
  assert.equal(write({ reasoning: { effort: 'none' } }).body.think, false);
  assert.equal(write({ reasoning: { effort: 'low' } }).body.think, true);
  assert.equal(write({ model: 'gpt-oss:20b', reasoning: { effort: 'low' } }).body.think, 'low');
  assert.equal('think' in write({}).body, false);
});

test('the context is large enough for the prompt, in few sizes, up to what the channel allows', () => {
  const long = { messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'x'.repeat(60_000) }] }] };
  const { body } = write(long);
  assert.deepEqual(body.options, { num_ctx: 32_768 });
  const edit = new BodyEdit(JsonBody.of(body));
  const credentials = { key: '', organization: '', other: '{"num_ctx":16384,"keep_alive":"10m","top_k":40}' };
  mergeOther(edit, { model: 'qwen3.5:9b', stream: true, credentials });
  assert.deepEqual(JSON.parse(edit.text('options') ?? ''), { top_k: 40, num_ctx: 16_384 });
  assert.equal(edit.text('keep_alive'), '"10m"');
});

for (const [name, status, text, verdict] of [
  ['a model that is not there', 404, 'model "x" not found, try pulling it first', 'retry'],
  ['a template without tools', 400, 'registry.example/x does not support tools', 'retry'],
  ['a bad format', 400, 'invalid format', 'client'],
  ['a dead cloud key', 401, 'unauthorized', 'credential'],
  ['a forbidden cloud key', 403, 'forbidden', 'credential'],
  ['the limit of an hour', 429, 'usage limit reached', 'retry'],
  ['the limit of a week', 429, 'you have reached your weekly usage limit', 'credential'],
  ['a full queue', 503, 'server busy', 'retry'],
  ['no memory', 500, 'model requires more system memory', 'retry'],
] as const) {
  test(`${name} is judged ${verdict}`, () =>
    assert.equal(ollamaChat.readError(status, JSON.stringify({ error: text })).verdict, verdict));
}
