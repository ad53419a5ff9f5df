import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UpstreamRefusal } from '../upstream-refusal.ts';
import { readResponse } from './read-response.ts';
import { writeResponse } from './write-response.ts';

const answer = {
  requestId: '0190a1b2-0000-7000-8000-000000000001',
  createdAt: 1_790_000_000,
  model: 'asked',
  promptTokens: 77,
  wantsUsage: false,
  request: {},
};

test('a message that is read and written again says the same', () => {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-5-5',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'aGlk' },
      { type: 'text', text: 'Yes' },
      { type: 'tool_use', id: 'toolu_1', name: 'tide', input: { port: 'Brest' } },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 5, cache_creation_input_tokens: 1, cache_read_input_tokens: 2, output_tokens: 3 },
  };
  assert.deepEqual(writeResponse(readResponse(message), answer), message);
});

test('a foreign answer: calls without ids or with broken arguments, no usage, an empty text', () => {
  const written = writeResponse(
    {
      id: 'x',
      model: '',
      parts: [
        { type: 'text', text: '' },
        { type: 'reasoning', text: 'hm' },
        { type: 'tool-call', id: '', name: 'f', arguments: '{"a' },
      ],
      finishReason: { unified: 'stop', raw: 'stop' },
    },
    answer,
  ) as { content: { id: string; type: string; input: unknown }[]; model: string; stop_reason: string; usage: object };
  assert.deepEqual(
    written.content.map(({ type }) => type),
    ['thinking', 'tool_use'],
  );
  assert.match(written.content[1]?.id ?? '', /^toolu_/);
  assert.deepEqual(written.content[1]?.input, {});
  assert.equal(written.stop_reason, 'tool_use');
  assert.equal(written.model, 'asked');
  assert.deepEqual(written.usage, {
    input_tokens: 77,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 0,
  });
});

test('an answer never ends in thinking without a word, which clients would show in its place', () => {
  const signature = { dialect: 'gemini', value: 'seal' } as const;
  const parts = [
    { type: 'reasoning', text: '', signature },
    { type: 'text', text: 'At six.' },
    { type: 'reasoning', text: '', signature },
  ] as const;
  const finishReason = { unified: 'stop', raw: 'STOP' } as const;
  const { content } = writeResponse({ id: 'x', model: '', parts, finishReason }, answer) as {
    content: { type: string }[];
  };
  assert.deepEqual(
    content.map(({ type }) => type),
    ['thinking', 'text'],
  );
});

test('what is no message is refused with the reason it gives', () => {
  assert.throws(
    () => readResponse({ type: 'error', error: { type: 'invalid_request_error', message: 'No.' } }),
    (error) => error instanceof UpstreamRefusal && error.upstream.verdict === 'client' && error.message === 'No.',
  );
  assert.throws(() => readResponse('x'), UpstreamRefusal);
  assert.throws(() => readResponse({ content: 'x' }), UpstreamRefusal);
});
