import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayError } from '../../errors.ts';
import { readFixture } from '../../harness/replay.ts';
import type { ChatRequest, Json, Message } from '../canonical.ts';
import { openaiResponses } from './index.ts';

const read = (body: Json) => openaiResponses.readRequest(body, { model: 'm', stream: false });
const agentTurn = () => JSON.parse(readFixture(import.meta.url, 'agent-turn.json').toString('utf8')) as Json;

function write(model: string, more: Partial<ChatRequest> = {}): { body: Json; warned: string[] } {
  const warned: string[] = [];
  const request = { model, stream: false, messages: [], tools: [], extensions: {}, ...more };
  return { body: openaiResponses.writeRequest(request, (field) => warned.push(field)), warned };
}

test('a turn of a coding agent is read whole: calls, results behind them, proofs, free text', () => {
  const { messages, tools, extensions, ...settings } = read(agentTurn());
  assert.deepEqual(messages, [
    { role: 'system', parts: [{ type: 'text', text: 'You keep the harbour’s log.' }] },
    { role: 'system', parts: [{ type: 'text', text: 'Work in /srv/log.' }] },
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'Enter today’s tide.' },
        { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'AAAA' }, detail: 'auto' },
      ],
    },
    {
      role: 'assistant',
      parts: [
        {
          type: 'reasoning',
          text: 'First the table.\n\nThen the log.',
          signature: { dialect: 'openai-responses', value: 'gAAAAopaque' },
        },
        { type: 'text', text: 'I look it up.' },
        { type: 'tool-call', id: 'call_1', name: 'exec_command', arguments: '{"cmd": "cat  tide.csv"}' },
        {
          type: 'tool-call',
          id: 'call_2',
          name: 'apply_patch',
          arguments: '*** Begin Patch\n*** End Patch',
          custom: true,
        },
      ],
    },
    {
      role: 'tool',
      parts: [
        {
          type: 'tool-result',
          id: 'call_1',
          content: [
            { type: 'text', text: '16:40' },
            {
              type: 'file',
              mediaType: 'image/*',
              source: { kind: 'url', url: 'https://pictures.example/quay.jpg' },
              detail: 'high',
            },
          ],
        },
        { type: 'tool-result', id: 'call_2', content: [{ type: 'text', text: 'done' }] },
      ],
    },
    { role: 'user', parts: [{ type: 'text', text: 'Thanks. Say it in one line.' }] },
  ] satisfies Message[]);
  assert.deepEqual(
    tools.map((tool) => tool.type),
    ['function', 'custom', 'web-search', 'hosted'],
  );
  assert.deepEqual(settings, {
    model: 'm',
    stream: false,
    toolChoice: { type: 'auto' },
    parallelToolCalls: false,
    responseFormat: { type: 'json-schema', name: 'line', schema: { type: 'object' }, strict: true },
    reasoning: { effort: 'medium', visible: true },
    maxTokens: 900,
    verbosity: 'low',
    cacheKey: 'session-7',
  });
  assert.deepEqual(Object.keys(extensions['openai-responses'] ?? {}), ['truncation', 'input.web_search_call']);
});

test('a turn that is read and written again says the same', () => {
  const asked = agentTurn();
  const request = read(asked);
  const again = read(openaiResponses.writeRequest(request, () => {}));
  const { extensions: _, ...rest } = request;
  const { extensions: __, ...restAgain } = again;
  assert.deepEqual(restAgain, rest);
});

test('a result that comes late stands behind its call; ids that come again keep their results', () => {
  const call = (arguments_: string) => ({ type: 'function_call', call_id: 'call_0', name: 'f', arguments: arguments_ });
  const result = (output: string) => ({ type: 'function_call_output', call_id: 'call_0', output });
  const { messages } = read({
    input: [
      call('{"n":1}'),
      { role: 'user', content: 'Hurry.' },
      result('one'),
      call('{"n":2}'),
      result('two'),
      { type: 'function_call_output', call_id: 'nobody', output: 'lost' },
    ],
  });
  const said = messages.map(({ role, parts }) => [
    role,
    ...parts.map((part) => {
      if (part.type === 'tool-call') return part.arguments;
      return part.type === 'tool-result'
        ? part.content.map((one) => one.type === 'text' && one.text).join('')
        : part.type;
    }),
  ]);
  assert.deepEqual(said, [
    ['assistant', '{"n":1}'],
    ['tool', 'one'],
    ['user', 'text'],
    ['assistant', '{"n":2}'],
    ['tool', 'two'],
    ['tool', 'lost'],
  ]);
});

const refused: readonly [string, Json, string][] = [
  ['no input', {}, 'input'],
  ['a role that nobody has', { input: [{ role: 'pilot', content: 'x' }] }, 'input.0.role'],
  ['a part of an unknown kind', { input: [{ role: 'user', content: [{ type: 'smell' }] }] }, 'input.0.content.0.type'],
  ['a tool without a name', { input: 'x', tools: [{ type: 'function' }] }, 'tools.0.name'],
  ['an effort that nobody knows', { input: 'x', reasoning: { effort: 'heroic' } }, 'reasoning.effort'],
  ['a format without its schema', { input: 'x', text: { format: { type: 'json_schema' } } }, 'text.format.schema'],
];
for (const [what, body, param] of refused) {
  test(`${what} is refused by the name of its field`, () => {
    assert.throws(
      () => read(body),
      (error) => error instanceof GatewayError && error.status === 400 && error.param === param,
    );
  });
}

test('a chat is written without being stored, asks for proofs, and says whether tools are strict', () => {
  const { body, warned } = write('gpt-6-sol', {
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Tide?' }] }],
    tools: [{ type: 'function', name: 'tide' }],
    toolChoice: { type: 'tool', name: 'tide' },
    reasoning: { effort: 'max', visible: true },
    verbosity: 'low',
    maxTokens: 5,
    temperature: 0.2,
    stop: ['x'],
  });
  assert.deepEqual(body, {
    model: 'gpt-6-sol',
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Tide?' }] }],
    store: false,
    include: ['reasoning.encrypted_content'],
    tools: [{ type: 'function', name: 'tide', parameters: { type: 'object', properties: {} }, strict: false }],
    tool_choice: { type: 'function', name: 'tide' },
    text: { verbosity: 'low' },
    reasoning: { effort: 'max', summary: 'auto' },
    max_output_tokens: 16,
    stream: false,
  });
  assert.deepEqual(warned.toSorted(), ['stop', 'temperature']);
});

test('models that do not reason are asked for neither effort nor proofs', () => {
  const { body, warned } = write('gpt-4.1', { reasoning: { effort: 'high', visible: true }, temperature: 0.2 });
  assert.deepEqual([body.include, body.reasoning, body.temperature], [undefined, undefined, 0.2]);
  assert.deepEqual(warned, ['reasoning_effort']);
});

test('a model that always reasons is asked for its least effort, not for none', () => {
  const { body } = write('gpt-6-astra', { reasoning: { effort: 'none' } });
  assert.equal((body.reasoning as Json).effort, 'low');
});

test('reasoning goes back with its own proof alone', () => {
  const parts = [
    { type: 'reasoning', text: 'Of another.', signature: { dialect: 'gemini', value: 'R0VN' } },
    { type: 'reasoning', text: 'Bare.' },
    { type: 'reasoning', text: '', signature: { dialect: 'openai-responses', value: 'proof', id: 'rs_1' } },
    { type: 'tool-call', id: 'call_1', name: 'tide', arguments: '' },
  ] as const;
  const { body } = write('gpt-6-sol', { messages: [{ role: 'assistant', parts }] });
  assert.deepEqual(body.input, [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'proof' },
    { type: 'function_call', call_id: 'call_1', name: 'tide', arguments: '{}' },
  ]);
});

test('what cannot be carried and must not be lost is refused', () => {
  assert.throws(() => write('gpt-6-sol', { choices: 2 }), /one answer/);
  const sound = { type: 'file', mediaType: 'audio/wav', source: { kind: 'data', base64: 'AAAA' } } as const;
  assert.throws(() => write('gpt-6-sol', { messages: [{ role: 'user', parts: [sound] }] }), GatewayError);
});

test('long names are kept within OpenAI’s limits, and results find their calls', () => {
  const id = `toolu_${'0'.repeat(80)}`;
  const { body } = write('gpt-6-sol', {
    user: 'u'.repeat(150),
    cacheKey: 'k'.repeat(65),
    messages: [
      { role: 'assistant', parts: [{ type: 'tool-call', id, name: 'tide', arguments: '{}' }] },
      { role: 'tool', parts: [{ type: 'tool-result', id, content: [] }] },
    ],
  });
  const [call, result] = body.input as { call_id: string }[];
  assert.equal(call?.call_id, result?.call_id);
  for (const name of [call?.call_id, body.safety_identifier, body.prompt_cache_key])
    assert.equal(String(name).length, 64);
});
