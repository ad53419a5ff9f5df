import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sse } from '../../egress/framing/sse.ts';
import { replay } from '../../harness/replay.ts';
import type { AssistantPart } from '../canonical.ts';
import { PartCollector } from '../part-collector.ts';
import { openaiResponses } from './index.ts';

type Event = Record<string, unknown> & { type: string };

const usage = { input_tokens: 40, output_tokens: 12, total_tokens: 52 };
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [
    { type: 'output_text', text: 'Low tide', annotations: [{ type: 'url_citation', url: 'https://a.example' }] },
    { type: 'refusal', refusal: 'No more.' },
  ],
};
const reasoning = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'proof' };
const call = { id: 'fc_1', type: 'function_call', call_id: 'call_a', name: 'tide', arguments: '{"n": 1}' };
const picture = { id: 'ig_1', type: 'image_generation_call', result: 'AAAA', output_format: 'webp' };
const done = (item: object): Event => ({ type: 'response.output_item.done', item });
const completed = (output: readonly object[]): Event => ({
  type: 'response.completed',
  response: { id: 'resp_1', model: 'm', status: 'completed', output, usage },
});

/** What a stream of these events says; it must end well. */
function read(...events: Event[]): readonly AssistantPart[] {
  // Some hosts leave the names of events out.
  const bytes = events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('');
  const collector = new PartCollector();
  for (const part of replay(bytes, sse, openaiResponses.readStream)) collector.add(part);
  assert.equal(collector.error(), undefined);
  return collector.parts();
}

const whole: readonly AssistantPart[] = [
  {
    type: 'reasoning',
    text: '',
    signature: { dialect: 'openai-responses', value: 'proof', id: 'rs_1' },
  },
  { type: 'text', text: 'Low tide', citations: [{ url: 'https://a.example' }] },
  { type: 'tool-call', id: 'call_a', name: 'tide', arguments: '{"n": 1}' },
  { type: 'file', mediaType: 'image/webp', source: { kind: 'data', base64: 'AAAA' } },
  { type: 'refusal', text: 'No more.' },
];
const output = [reasoning, message, call, picture];

test('items that come whole, without pieces, are read once', () => {
  assert.deepEqual(read(...output.map(done), completed(output)), whole);
});

test('a stream of nothing but the whole response is read', () => {
  assert.deepEqual(read(completed(output)), whole);
});

test('what came in pieces is not read again from the item or the response', () => {
  const pieces: Event[] = [
    { type: 'response.output_text.delta', item_id: 'msg_1', content_index: 0, delta: 'Low ' },
    { type: 'response.output_text.delta', item_id: 'msg_1', content_index: 0, delta: 'tide' },
    { type: 'response.refusal.delta', item_id: 'msg_1', content_index: 1, delta: 'No more.' },
  ];
  assert.deepEqual(read(...pieces, done(message), completed([message])), [
    { type: 'text', text: 'Low tide' },
    { type: 'refusal', text: 'No more.' },
  ]);
});

test('reasoning that filled the limit is read once', () => {
  const incomplete: Event = {
    type: 'response.incomplete',
    response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [reasoning], usage },
  };
  assert.deepEqual(read(done(reasoning), incomplete), whole.slice(0, 1));
});

test('numbers and nulls where texts are expected do no harm', () => {
  assert.deepEqual(
    read(
      { type: 'response.output_item.added', item: null },
      { type: 'response.output_item.done', item: { type: 'message', content: 7 } },
      { type: 'response.output_text.delta', delta: null },
      { type: 'response.output_text.annotation.added', annotation: 3 },
      completed([]),
    ),
    [],
  );
});
