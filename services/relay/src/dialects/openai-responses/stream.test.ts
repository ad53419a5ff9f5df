import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sse } from '../../egress/framing/sse.ts';
import { replay } from '../../harness/replay.ts';
import type { ChatResult, StreamPart } from '../canonical.ts';
import type { Answer } from '../dialect.ts';
import { PartCollector } from '../part-collector.ts';
import { resultToParts } from '../result-to-parts.ts';
import { openaiResponses } from './index.ts';

type Event = Record<string, unknown> & { type: string };

const stream = (...events: Event[]) =>
  events
    .map((event, at) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`)
    .join('');
const created: Event = {
  type: 'response.created',
  response: { id: 'resp_7', model: 'gpt-6-sol', status: 'in_progress' },
};
const usage = {
  input_tokens: 40,
  input_tokens_details: { cached_tokens: 8 },
  output_tokens: 12,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 52,
};
const completed: Event = {
  type: 'response.completed',
  response: { id: 'resp_7', model: 'gpt-6-sol', status: 'completed', output: [], usage },
};
const delta = (type: string, item_id: string, text: string, more: object = {}): Event => ({
  type: `response.${type}.delta`,
  item_id,
  delta: text,
  ...more,
});
const done = (item: object): Event => ({ type: 'response.output_item.done', item });
const added = (item: object): Event => ({ type: 'response.output_item.added', item });

const read = (text: string): StreamPart[] => replay(text, sse, openaiResponses.readStream);

function collect(parts: readonly StreamPart[]): PartCollector {
  const collector = new PartCollector();
  for (const part of parts) collector.add(part);
  return collector;
}

test('reasoning with its proof, text and calls are read in order, wherever the bytes are cut', () => {
  const call = { id: 'fc_1', type: 'function_call', call_id: 'call_k9', name: 'tide' };
  const parts = read(
    stream(
      created,
      { ...created, type: 'response.in_progress' },
      added({ id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'early' }),
      delta('reasoning_summary_text', 'rs_1', 'Brest', { summary_index: 0 }),
      delta('reasoning_summary_text', 'rs_1', 'it is.', { summary_index: 1 }),
      done({
        id: 'rs_1',
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'Brest' }],
        encrypted_content: 'proof',
      }),
      delta('output_text', 'msg_1', 'Low tide — 潮', { content_index: 0 }),
      done({ id: 'msg_1', type: 'message', content: [] }),
      added({ ...call, arguments: '' }),
      delta('function_call_arguments', 'fc_1', '{"port": '),
      delta('function_call_arguments', 'fc_1', '"Zürich"}'),
      done({ ...call, arguments: '{"port": "Zürich"}' }),
      { type: 'response.invented_tomorrow', surprise: 1 },
      completed,
    ),
  );
  assert.deepEqual(collect(parts).result(), {
    id: 'resp_7',
    model: 'gpt-6-sol',
    parts: [
      {
        type: 'reasoning',
        text: 'Brest\n\nit is.',
        signature: { dialect: 'openai-responses', value: 'proof', id: 'rs_1' },
      },
      { type: 'text', text: 'Low tide — 潮' },
      { type: 'tool-call', id: 'call_k9', name: 'tide', arguments: '{"port": "Zürich"}' },
    ],
    finishReason: { unified: 'tool-calls', raw: 'completed' },
    usage: { prompt: 40, completion: 12, cacheRead: 8, cacheWrite: 0, reasoning: 5 },
  });
});

test('interleaved calls are kept apart; one that comes whole is read from its end', () => {
  const call = (id: string, more: object = {}) => ({
    id,
    type: 'function_call',
    call_id: `call_${id}`,
    name: 'f',
    ...more,
  });
  const parts = read(
    stream(
      created,
      added(call('a')),
      added(call('b')),
      delta('function_call_arguments', 'b', '{"n":'),
      delta('function_call_arguments', 'a', '{"n":1}'),
      delta('function_call_arguments', 'b', '2}'),
      done(call('b', { arguments: '{"n":2}' })),
      done(call('a', { arguments: '{"n":1}' })),
      done(call('c', { arguments: '{"n":3}' })),
      completed,
    ),
  );
  assert.deepEqual(
    collect(parts)
      .parts()
      .map((part) => part.type === 'tool-call' && [part.id, part.arguments]),
    [
      ['call_a', '{"n":1}'],
      ['call_b', '{"n":2}'],
      ['call_c', '{"n":3}'],
    ],
  );
});

test('a failed response, an error event and a stream that breaks off end in an error', () => {
  const failed: Event = {
    type: 'response.failed',
    response: { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Slow down.' } },
  };
  const text = delta('output_text', 'msg_1', 'Low', { content_index: 0 });
  const ends = [
    stream(created, text, failed),
    stream(created, { type: 'error', message: 'Overloaded.' }),
    stream(created, text),
  ];
  for (const end of ends) {
    const last = read(end).at(-1);
    assert.equal(last?.type, 'error');
  }
  const [limited] = read(ends[0] as string).slice(-1);
  assert.equal(limited?.type === 'error' && limited.error.verdict, 'retry');
});

test('an incomplete response reached its limit', () => {
  const parts = read(
    stream(created, {
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, usage },
    }),
  );
  const last = parts.at(-1);
  assert.equal(last?.type === 'finish' && last.finishReason.unified, 'length');
});

const answer: Answer = {
  requestId: '01a1fe04-5f45-754f-8002-0f68da7edb29',
  createdAt: 1_700_000_000,
  model: 'asked',
  promptTokens: 9,
  wantsUsage: true,
  request: { instructions: 'Be brief.' },
};
const result: ChatResult = {
  id: 'resp_7',
  model: 'claude',
  parts: [
    { type: 'reasoning', text: 'Brest.', signature: { dialect: 'anthropic-messages', value: 'sig' } },
    { type: 'text', text: 'Low tide' },
    { type: 'tool-call', id: 'c1', name: 'tide', arguments: '{"port": "Brest"}' },
  ],
  finishReason: { unified: 'tool-calls', raw: 'tool_use' },
  usage: { prompt: 40, completion: 12, cacheRead: 8, cacheWrite: 0, reasoning: 5 },
};

function written(): Event[] {
  const writer = openaiResponses.writeStream(answer);
  const text = resultToParts(result)
    .map((part) => writer.write(part))
    .join('');
  return text
    .trim()
    .split('\n\n')
    .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)) as Event);
}

test('events are written in order, numbered, and end with the whole output', () => {
  const events = written();
  assert.deepEqual(
    events.map(({ sequence_number }) => sequence_number),
    events.map((_, at) => at),
  );
  assert.deepEqual(
    events.map(({ type }) => type.replace('response.', '')),
    [
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ],
  );
  const last = events.at(-1) as { response?: Record<string, unknown> };
  const { output, store, usage: told } = last.response ?? {};
  assert.equal((output as unknown[]).length, 3);
  assert.equal(store, false);
  assert.equal((told as { total_tokens?: number }).total_tokens, 52);
});

test('the proof of another maker comes back through the client', () => {
  const { output } = openaiResponses.writeResponse(result, answer) as { output: Record<string, unknown>[] };
  const input = [...output, { type: 'function_call_output', call_id: 'c1', output: '16:40' }];
  const request = openaiResponses.readRequest({ input }, { model: 'm', stream: false });
  assert.deepEqual(request.messages, [
    { role: 'assistant', parts: result.parts },
    { role: 'tool', parts: [{ type: 'tool-result', id: 'c1', content: [{ type: 'text', text: '16:40' }] }] },
  ]);
});

test('what a host ran by itself is counted for its fee', () => {
  const output = [{ type: 'web_search_call' }, { type: 'message' }, { type: 'web_search_call' }];
  assert.deepEqual(openaiResponses.readUsage({ output, usage })?.toolCalls, { web_search: 2 });
  const tools = [{ type: 'web_search_preview_2025_03_11' }];
  assert.deepEqual(openaiResponses.readUsage({ output, usage, tools })?.toolCalls, { web_search_preview: 2 });
});

test('tools among the items are offered, and items that cannot be carried are told of', () => {
  const input = [
    {
      type: 'additional_tools',
      role: 'developer',
      tools: [{ type: 'namespace', name: 'functions', tools: [{ type: 'custom', name: 'exec' }] }],
    },
    { type: 'web_search_call', id: 'ws_1' },
    { role: 'user', content: 'hi' },
  ];
  const request = openaiResponses.readRequest({ input }, { model: 'm', stream: false });
  assert.deepEqual(request.tools, [{ type: 'custom', name: 'exec' }]);
  assert.deepEqual(request.extensions, { 'openai-responses': { 'input.web_search_call': true } });
  assert.deepEqual(request.messages, [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }]);
});
