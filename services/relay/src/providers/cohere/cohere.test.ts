import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ChatRequest } from '../../dialects/canonical.ts';
import { sse } from '../../egress/framing/sse.ts';
import { GatewayError } from '../../errors.ts';
import { readFixture, replay, textOf } from '../../harness/replay.ts';
import { cohereChat } from './dialect.ts';
import { cohereEmbeddings } from './embeddings.ts';
import { cohereRerank } from './rerank.ts';
import { readToolName, writeToolName } from './tool-name.ts';

const chat: ChatRequest = {
  model: 'command-a-03-2025',
  stream: false,
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'When is low water?' }] }],
  tools: [],
  extensions: {},
};
const tide = { type: 'function', name: 'low-tide', parameters: { type: 'object' } } as const;

function write(changes: Partial<ChatRequest>): { body: Record<string, unknown>; warnings: string[] } {
  const warnings: string[] = [];
  return { body: cohereChat.writeRequest({ ...chat, ...changes }, (field) => warnings.push(field)), warnings };
}

test('thinking, text and sources are read from a stream, wherever it is cut', () => {
  const parts = replay(readFixture(import.meta.url, 'text.sse'), sse, cohereChat.readStream);
  assert.equal(textOf(parts, 'reasoning'), 'Moon at quarter.');
  assert.equal(textOf(parts, 'text'), 'Neap tide');
  assert.deepEqual(
    parts.flatMap((part) => (part.type === 'text-end' ? part.citations : [])),
    [{ text: 'Neap', url: 'https://almanac.example/1', title: 'Almanac' }],
  );
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'COMPLETE' },
    usage: { prompt: 6, completion: 3, cacheRead: 0, cacheWrite: 0 },
  });
});

test('calls that interleave keep apart, byte for byte; one without arguments has an empty object', () => {
  const parts = replay(readFixture(import.meta.url, 'tool-call.sse'), sse, cohereChat.readStream);
  assert.equal(textOf(parts, 'reasoning'), 'I look at both ports — 港.');
  const input = (id: string) =>
    parts.map((part) => (part.type === 'tool-input-delta' && part.id === id ? part.text : '')).join('');
  assert.equal(input('tide_a1'), '{"port": "Brest"}');
  assert.equal(input('now_b2'), '{}');
  const names = parts.flatMap((part) => (part.type === 'tool-input-start' ? [part.name] : []));
  assert.deepEqual(names, ['low-tide', 'now']);
  const last = parts.at(-1);
  assert.ok(last?.type === 'finish' && last.finishReason.unified === 'tool-calls');
});

test('a failure after text is the end of the answer; before any it is an error', () => {
  const end = 'data: {"type":"message-end","delta":{"finish_reason":"ERROR","error":"boiler burst"}}\n\n';
  const text = 'data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"Ebb"}}}}\n\n';
  const failed = replay(end, sse, cohereChat.readStream).at(-1);
  assert.ok(failed?.type === 'error' && failed.error.message === 'boiler burst' && failed.error.verdict === 'retry');
  const ended = replay(text + end, sse, cohereChat.readStream).at(-1);
  assert.ok(ended?.type === 'finish' && ended.finishReason.unified === 'stop');
  const cut = replay(text, sse, cohereChat.readStream).at(-1);
  assert.ok(cut?.type === 'error');
});

test('a whole answer has its plan, its calls and what is billed', () => {
  const result = cohereChat.readResponse({
    id: 'c-33',
    finish_reason: 'TOOL_CALL',
    message: {
      role: 'assistant',
      tool_plan: 'Look it up.',
      tool_calls: [{ id: 't1', type: 'function', function: { name: 'low_x2d_tide', arguments: '{"port":"Brest"}' } }],
    },
    usage: { billed_units: { input_tokens: 9, output_tokens: 4 }, tokens: { input_tokens: 400, output_tokens: 20 } },
  });
  assert.deepEqual(result.parts, [
    { type: 'reasoning', text: 'Look it up.' },
    { type: 'tool-call', id: 't1', name: 'low-tide', arguments: '{"port":"Brest"}' },
  ]);
  assert.deepEqual(result.usage, { prompt: 9, completion: 4, cacheRead: 0, cacheWrite: 0 });
  assert.equal(result.finishReason.unified, 'tool-calls');
});

test('names of tools fit into what Cohere allows, and come back as they were', () => {
  for (const name of ['low-tide', '7seas', 'a.b:c', '_x2d_', '_x_x2d_x2d_', 'plain_name']) {
    assert.match(writeToolName(name), /^[A-Za-z_][A-Za-z0-9_]*$/);
    assert.equal(readToolName(writeToolName(name)), name);
  }
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (name) => {
      assert.match(writeToolName(name), /^[A-Za-z_][A-Za-z0-9_]*$/);
      assert.equal(readToolName(writeToolName(name)), name);
    }),
  );
});

test('a named tool is the only one and must be called', () => {
  const { body } = write({
    tools: [tide, { type: 'function', name: 'now' }],
    toolChoice: { type: 'tool', name: 'low-tide' },
  });
  assert.deepEqual(body.tools, [
    { type: 'function', function: { name: 'low_x2d_tide', parameters: { type: 'object' } } },
  ]);
  assert.equal(body.tool_choice, 'REQUIRED');
  assert.equal('tool_choice' in write({ tools: [tide], toolChoice: { type: 'auto' } }).body, false);
  assert.equal(write({ tools: [tide], toolChoice: { type: 'none' } }).body.tool_choice, 'NONE');
});

test('an assistant without words has no content, and its plan goes back', () => {
  const { body } = write({
    messages: [
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Look it up.' },
          { type: 'tool-call', id: 't1', name: 'now', arguments: '{}' },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool-result', id: 't1', content: [{ type: 'text', text: '16:40' }] }] },
    ],
  });
  assert.deepEqual(body.messages, [
    {
      role: 'assistant',
      tool_calls: [{ id: 't1', type: 'function', function: { name: 'now', arguments: '{}' } }],
      tool_plan: 'Look it up.',
    },
    { role: 'tool', tool_call_id: 't1', content: '16:40' },
  ]);
});

test('settings stay within what Cohere takes', () => {
  const { body, warnings } = write({
    temperature: 1.7,
    topP: 1,
    presencePenalty: -2,
    maxTokens: 64,
    stop: ['a', 'b', 'c', 'd', 'e', 'f'],
    reasoning: { effort: 'high' },
    extensions: { 'openai-chat': { safety_mode: 'STRICT', logit_bias: {} } },
  });
  const { model, messages, stream, ...settings } = body;
  assert.deepEqual(settings, {
    temperature: 1,
    p: 0.99,
    presence_penalty: 0,
    max_tokens: 64,
    stop_sequences: ['a', 'b', 'c', 'd', 'e'],
    safety_mode: 'STRICT',
  });
  assert.deepEqual(warnings.sort(), ['logit_bias', 'stop']);
  const thinking = { model: 'command-a-reasoning-08-2025', reasoning: { budgetTokens: 500 } };
  assert.deepEqual(write(thinking).body.thinking, { type: 'enabled', token_budget: 500 });
});

test('a format is not sent together with tools, and the client is told', () => {
  const responseFormat = { type: 'json-schema', schema: { type: 'object' } } as const;
  const { body, warnings } = write({ tools: [tide], responseFormat });
  assert.equal(body.response_format, undefined);
  assert.deepEqual(warnings, ['response_format']);
  assert.deepEqual(write({ responseFormat }).body.response_format, {
    type: 'json_object',
    json_schema: { type: 'object' },
  });
});

test('embeddings come in the encoding that the client asked for', () => {
  const request = { model: 'embed-v4.0', input: ['low', 'high'], dimensions: 256, encoding_format: 'base64' };
  assert.deepEqual(
    cohereEmbeddings.writeRequest?.(request, () => {}),
    {
      model: 'embed-v4.0',
      texts: ['low', 'high'],
      input_type: 'search_document',
      embedding_types: ['float'],
      output_dimension: 256,
    },
  );
  const payload = {
    embeddings: {
      float: [
        [0.5, -2],
        [1, 0],
      ],
    },
    meta: { billed_units: { input_tokens: 4 } },
  };
  const answer = cohereEmbeddings.readResponse?.(payload, request) as {
    data: { index: number; embedding: string }[];
    usage: object;
  };
  const bytes = Buffer.from(answer.data[0]?.embedding ?? '', 'base64');
  assert.deepEqual([bytes.readFloatLE(0), bytes.readFloatLE(4)], [0.5, -2]);
  assert.deepEqual(answer.usage, { prompt_tokens: 4, total_tokens: 4 });
  assert.deepEqual(cohereEmbeddings.readUsage(payload), { prompt: 4, completion: 0, cacheRead: 0, cacheWrite: 0 });
  for (const input of [[[1, 2]], [7]]) {
    assert.throws(() => cohereEmbeddings.writeRequest?.({ ...request, input }, () => {}), GatewayError);
  }
});

test('a rerank has its documents attached when asked, and is billed by search units', () => {
  const request = {
    model: 'rerank-v4.0-pro',
    query: 'tide',
    documents: ['low water', { text: 'high water' }, { title: 'Ports', port: 'Brest' }],
    top_n: 2,
    return_documents: true,
  };
  assert.deepEqual(
    cohereRerank.writeRequest?.(request, () => {}),
    {
      model: 'rerank-v4.0-pro',
      query: 'tide',
      documents: ['low water', 'high water', 'title: Ports\nport: Brest'],
      top_n: 2,
    },
  );
  const payload = {
    id: 'r-1',
    results: [
      { index: 1, relevance_score: 0.8 },
      { index: 0, relevance_score: 0.1 },
    ],
    meta: { billed_units: { search_units: 1 } },
  };
  const answer = cohereRerank.readResponse?.(payload, request) as Record<string, unknown>;
  assert.deepEqual(answer.results, [
    { index: 1, relevance_score: 0.8, document: { text: 'high water' } },
    { index: 0, relevance_score: 0.1, document: { text: 'low water' } },
  ]);
  assert.equal(cohereRerank.readUsage(payload)?.calls, 1);
});

for (const [name, status, text, verdict] of [
  ['a bad field', 422, 'invalid', 'client'],
  ['a dead key', 401, 'invalid api token', 'credential'],
  ['no money', 402, 'please add a payment method', 'credential'],
  ['a blocked token', 498, 'blocked', 'credential'],
  ['no access', 403, 'no access to this api key resource', 'retry'],
  ['a removed model', 404, 'model not found', 'retry'],
  ['a rate', 429, 'too many requests', 'retry'],
  ['a spent trial', 429, 'You are using a Trial key, which is limited to 1000 API calls / month', 'credential'],
  ['a request that was closed', 499, 'closed', 'retry'],
  ['an outage', 503, 'unavailable', 'retry'],
] as const) {
  test(`${name} is judged ${verdict}`, () =>
    assert.equal(cohereChat.readError(status, JSON.stringify({ message: text, id: 'e-1' })).verdict, verdict));
}
