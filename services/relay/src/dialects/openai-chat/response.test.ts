import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sse } from '../../egress/framing/sse.ts';
import { replay } from '../../harness/replay.ts';
import type { AssistantPart, ChatResult, Json, StreamPart } from '../canonical.ts';
import type { Answer } from '../dialect.ts';
import { PartCollector } from '../part-collector.ts';
import { resultToParts } from '../result-to-parts.ts';
import { UpstreamRefusal } from '../upstream-refusal.ts';
import { openaiChat } from './index.ts';

const answer: Answer = {
  requestId: 'r1',
  createdAt: 1_700_000_000,
  model: 'asked',
  promptTokens: 9,
  wantsUsage: true,
  request: {},
};
const result: ChatResult = {
  id: 'a1',
  model: 'm',
  parts: [
    { type: 'reasoning', text: 'Brest.', signature: { dialect: 'anthropic-messages', value: 'sig' } },
    { type: 'reasoning', text: '', signature: { dialect: 'anthropic-messages', value: 'dark', redacted: true } },
    { type: 'text', text: 'Low tide', citations: [{ url: 'https://a.example', title: 'Tables' }] },
    { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'AAAA' } },
    { type: 'refusal', text: 'No more.' },
    {
      type: 'tool-call',
      id: 'c1',
      name: 'tide',
      arguments: '{ "port":"Brest" }',
      signature: { dialect: 'gemini', value: 'R0VN' },
    },
    { type: 'tool-call', id: 'c2', name: 'note', arguments: 'free "text"', custom: true },
  ],
  finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
  usage: { prompt: 61, completion: 17, cacheRead: 3, cacheWrite: 2, reasoning: 5 },
  serviceTier: 'flex',
};

test('a whole answer that is written is read as the same again', () => {
  assert.deepEqual(openaiChat.readResponse(openaiChat.writeResponse(result, answer)), result);
});

test('a tool’s free text is streamed as its input', () => {
  const writer = openaiChat.writeStream(answer);
  const text = resultToParts(result)
    .map((part) => writer.write(part))
    .join('');
  const chunks = text
    .split('\n\n')
    .flatMap((event) => (event.startsWith('data: {') ? [JSON.parse(event.slice(6))] : []));
  const pieces = chunks
    .flatMap(({ choices }) => choices[0]?.delta?.tool_calls ?? [])
    .filter(({ index }: Json) => index === 1);
  assert.equal(pieces.map(({ custom }: { custom: { input: string } }) => custom.input).join(''), 'free "text"');
});

test('what a client gets streamed is what it gets whole', () => {
  const writer = openaiChat.writeStream(answer);
  const bytes = resultToParts(result)
    .map((part) => writer.write(part))
    .join('');
  const collector = new PartCollector();
  for (const part of replay(bytes, sse, openaiChat.readStream)) collector.add(part);
  const sorted = (parts: readonly AssistantPart[]) => parts.map((part) => JSON.stringify(part)).toSorted();
  // Citations follow their text in a stream of chunks and are not read there.
  const plain = result.parts.map((part) => (part.type === 'text' ? { type: part.type, text: part.text } : part));
  assert.deepEqual(sorted(collector.parts()), sorted(plain));
  assert.deepEqual(collector.usage(), result.usage);
});

const choice = (message: Json, more: Json = {}) => ({ id: 'x', model: 'm', choices: [{ message, ...more }] });
const imitators: readonly [string, Json, readonly AssistantPart[]][] = [
  [
    'reasoning under its other name',
    { content: 'a', reasoning: 'Hm.' },
    [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'a' },
    ],
  ],
  [
    'content in parts',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    [{ type: 'text', text: 'ab' }],
  ],
  [
    'arguments as an object',
    { content: null, tool_calls: [{ id: 'c', function: { name: 'f', arguments: { n: 1 } } }] },
    [{ type: 'tool-call', id: 'c', name: 'f', arguments: '{"n":1}' }],
  ],
  ['nothing at all', { content: null }, []],
];
for (const [what, message, parts] of imitators) {
  test(`a host that answers with ${what} is understood`, () => {
    assert.deepEqual(openaiChat.readResponse(choice(message)).parts, parts);
  });
}

test('calls that a host says nothing of at the end are still what the answer stopped for', () => {
  const calls = { tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] };
  for (const finish_reason of ['stop', null, undefined])
    assert.equal(openaiChat.readResponse(choice(calls, { finish_reason })).finishReason.unified, 'tool-calls');
  assert.equal(openaiChat.readResponse(choice(calls, { finish_reason: 'length' })).finishReason.unified, 'length');
});

test('what is no answer is refused with what the host said', () => {
  const refused = (payload: unknown) => {
    try {
      openaiChat.readResponse(payload);
    } catch (error) {
      return error instanceof UpstreamRefusal ? error.upstream : undefined;
    }
    return undefined;
  };
  assert.equal(refused({ error: { message: 'busy' } })?.message, 'busy');
  for (const payload of [null, 'text', {}, { choices: [] }, { choices: [{}] }])
    assert.equal(refused(payload)?.verdict, 'retry');
});

test('an answer without a name or an id gets those of the request', () => {
  const bare: ChatResult = { ...result, id: '', model: '' };
  const written = openaiChat.writeResponse(bare, answer) as Json;
  assert.deepEqual([written.id, written.model], ['chatcmpl-r1', 'asked']);
  const start: StreamPart = { type: 'start', id: '', model: '' };
  assert.match(openaiChat.writeStream(answer).write(start), /"id":"chatcmpl-r1".*"model":"asked"/);
});
