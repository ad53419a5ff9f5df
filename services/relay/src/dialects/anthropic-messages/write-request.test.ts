import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest, Json, Message, ToolCallPart } from '../canonical.ts';
import { writeRequest } from './write-request.ts';

const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
const assistant = (text: string): Message => ({ role: 'assistant', parts: [{ type: 'text', text }] });
const system = (text: string): Message => ({ role: 'system', parts: [{ type: 'text', text }] });
const call = (id: string, args = '{}'): ToolCallPart => ({ type: 'tool-call', id, name: 'tide', arguments: args });
const calls = (...ids: string[]): Message => ({ role: 'assistant', parts: ids.map((id) => call(id)) });
const result = (id: string, text: string): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', id, content: [{ type: 'text', text }] }],
});
const tide = { type: 'function', name: 'tide', description: 'Tides', parameters: { type: 'object' } } as const;

interface Written {
  readonly body: Json;
  /** Content of each turn by its role. */
  readonly turns: [string, unknown][];
  readonly warned: string[];
}

function write(fields: Partial<ChatRequest>): Written {
  const warned: string[] = [];
  const request = { model: 'claude-sonnet-4-5', stream: false, messages: [user('Hi')], tools: [], extensions: {} };
  const body = writeRequest({ ...request, ...fields }, (field) => warned.push(field));
  const turns = (body.messages as { role: string; content: unknown }[]).map(
    ({ role, content }) => [role, content] as [string, unknown],
  );
  return { body, turns, warned };
}

function blocks(turn: Written['turns'][number] | undefined): Json[] {
  assert.ok(Array.isArray(turn?.[1]));
  return turn[1];
}

test('leading system messages become system blocks; a late one a reminder, or a turn where the model takes it', () => {
  const messages = [system('One.'), system('Two.'), user('Hi'), assistant('Ho'), system('Late.'), user('Go')];
  const { body, turns } = write({ messages });
  assert.deepEqual(body.system, [
    { type: 'text', text: 'One.' },
    { type: 'text', text: 'Two.' },
  ]);
  assert.deepEqual(turns[2], [
    'user',
    [
      { type: 'text', text: '<system-reminder>\nLate.\n</system-reminder>' },
      { type: 'text', text: 'Go' },
    ],
  ]);
  assert.deepEqual(write({ messages, model: 'claude-opus-4-8' }).turns[2], ['system', 'Late.']);
});

test('results of one step become one turn of the user, before what the user says', () => {
  const messages = [user('Hi'), calls('a', 'b'), result('b', 'B'), user('And?'), result('a', 'A'), user('Well?')];
  assert.deepEqual(write({ messages, tools: [tide] }).turns.at(-1), [
    'user',
    [
      { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'B' }] },
      { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'A' }] },
      { type: 'text', text: 'And?' },
      { type: 'text', text: 'Well?' },
    ],
  ]);
});

test('a system message between calls and results does not part them', () => {
  const messages = [user('Hi'), calls('a'), system('Careful.'), result('a', 'A')];
  const { turns } = write({ messages, model: 'claude-opus-5', tools: [tide] });
  assert.deepEqual(
    turns.map(([role]) => role),
    ['user', 'assistant', 'user'],
  );
  assert.equal(blocks(turns[2])[0]?.type, 'tool_result');
});

test('an unanswered call gets a result, an orphan result becomes text', () => {
  const { turns, warned } = write({
    messages: [user('Hi'), calls('a', 'b'), result('a', 'A'), user('So?'), result('zz', 'lost')],
    tools: [tide],
  });
  assert.deepEqual(turns[2]?.[1], [
    { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'A' }] },
    { type: 'tool_result', tool_use_id: 'b', content: '(no result)' },
    { type: 'text', text: 'So?' },
    { type: 'text', text: 'Result of a tool:' },
    { type: 'text', text: 'lost' },
  ]);
  assert.deepEqual(warned, ['messages']);
  assert.deepEqual(write({ messages: [user('Hi'), calls('a')], tools: [tide] }).turns.at(-1), [
    'user',
    [{ type: 'tool_result', tool_use_id: 'a', content: '(no result)' }],
  ]);
});

test('arguments become objects: none, empty, whole and broken ones', () => {
  const input = (args: string) => {
    const messages: Message[] = [user('Hi'), { role: 'assistant', parts: [call('a', args)] }, result('a', 'A')];
    return blocks(write({ messages, tools: [tide] }).turns[1])[0]?.input;
  };
  assert.deepEqual(input(''), {});
  assert.deepEqual(input('{}'), {});
  assert.deepEqual(input('{"port":"Brest"}'), { port: 'Brest' });
  assert.deepEqual(input('{"port":"Br'), { _raw: '{"port":"Br' });
  assert.deepEqual(input('[1]'), { _raw: '[1]' });
});

test('ids and names of other makers lose what Anthropic refuses, in call and result alike', () => {
  const messages: Message[] = [
    user('Hi'),
    { role: 'assistant', parts: [{ type: 'tool-call', id: 'functions.tide:0', name: 'sea.tide', arguments: '{}' }] },
    result('functions.tide:0', 'A'),
  ];
  const { turns } = write({ messages, tools: [tide] });
  assert.deepEqual(blocks(turns[1])[0], {
    type: 'tool_use',
    id: 'functions_tide_0',
    name: 'sea_tide',
    input: {},
  });
  assert.equal(blocks(turns[2])[0]?.tool_use_id, 'functions_tide_0');
});

test('the first turn is the user’s, no text is empty, the last text of a begun turn has no white space behind it', () => {
  assert.deepEqual(write({ messages: [assistant('Hello')] }).turns[0], ['user', '.']);
  assert.deepEqual(write({ messages: [user(' ')] }).turns, [['user', '.']]);
  assert.deepEqual(write({ messages: [system('S')] }).turns, [['user', '.']]);
  assert.deepEqual(write({ messages: [user('Hi'), assistant(''), user('Ho')] }).turns, [
    [
      'user',
      [
        { type: 'text', text: 'Hi' },
        { type: 'text', text: 'Ho' },
      ],
    ],
  ]);
  assert.deepEqual(write({ messages: [user('Hi'), assistant(' { \n')] }).turns.at(-1), ['assistant', ' {']);
});

test('models that refuse a begun turn are asked to continue it', () => {
  const { turns, warned } = write({ model: 'claude-opus-4-7', messages: [user('Hi'), assistant('One,')] });
  assert.deepEqual(turns.at(-1), ['user', 'Continue.']);
  assert.deepEqual(warned, ['messages']);
});

test('pictures and documents: by address, by bytes, named for what they are', () => {
  const file = (mediaType: string, source: object) => {
    const message = { role: 'user', parts: [{ type: 'file', mediaType, source, filename: 'f' }] } as Message;
    return blocks(write({ messages: [message] }).turns[0])[0];
  };
  assert.deepEqual(file('image/*', { kind: 'url', url: 'https://a.example/p.png' }), {
    type: 'image',
    source: { type: 'url', url: 'https://a.example/p.png' },
  });
  // A JPEG that calls itself PNG.
  assert.deepEqual(file('image/png', { kind: 'data', base64: '/9j/4AAQ' }), {
    type: 'image',
    source: { type: 'base64', media_type: 'image/jpeg', data: '/9j/4AAQ' },
  });
  assert.deepEqual(file('application/pdf', { kind: 'data', base64: 'JVBERi0=' }), {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
    title: 'f',
  });
  assert.deepEqual(file('text/csv', { kind: 'data', base64: 'YSxi' }), {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: 'a,b' },
    title: 'f',
  });
  assert.throws(() => file('audio/wav', { kind: 'data', base64: 'UklG' }), { status: 400 });
  assert.throws(() => file('application/pdf', { kind: 'id', id: 'file_1' }), { status: 400, param: 'messages' });
});

test('thoughts go back with their own proof and to their own maker only', () => {
  const reasoning = (signature?: object) => ({ type: 'reasoning', text: 'hm', ...(signature && { signature }) });
  const parts = [
    reasoning({ dialect: 'anthropic-messages', value: 'sig' }),
    reasoning({ dialect: 'anthropic-messages', value: 'hid', redacted: true }),
    reasoning({ dialect: 'gemini', value: 'other' }),
    reasoning(),
    { type: 'text', text: 'Yes' },
  ];
  assert.deepEqual(
    write({ messages: [user('Hi'), { role: 'assistant', parts } as Message, user('Ho')] }).turns[1]?.[1],
    [
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'redacted_thinking', data: 'hid' },
      { type: 'text', text: 'Yes' },
    ],
  );
});

test('the choice of a tool, and at most one at a time', () => {
  const choice = (toolChoice: ChatRequest['toolChoice'], fields: Partial<ChatRequest> = {}) =>
    write({ tools: [tide], ...(toolChoice && { toolChoice }), ...fields }).body.tool_choice;
  assert.equal(choice(undefined), undefined);
  assert.deepEqual(choice({ type: 'none' }), { type: 'none' });
  assert.deepEqual(choice({ type: 'required' }), { type: 'any' });
  assert.deepEqual(choice({ type: 'tool', name: 'tide' }), { type: 'tool', name: 'tide' });
  assert.deepEqual(choice(undefined, { parallelToolCalls: false }), { type: 'auto', disable_parallel_tool_use: true });
  assert.equal(choice({ type: 'required' }, { tools: [] }), undefined);
  const sky = { ...tide, name: 'sky' };
  const allowed = write({ tools: [tide, sky], toolChoice: { type: 'allowed', mode: 'required', names: ['sky'] } });
  assert.deepEqual(
    (allowed.body.tools as Json[]).map(({ name }) => name),
    ['sky'],
  );
  assert.deepEqual(allowed.body.tool_choice, { type: 'any' });
});

test('models that cannot be forced are told in words', () => {
  const { body } = write({ model: 'claude-opus-5-5', tools: [tide], toolChoice: { type: 'tool', name: 'tide' } });
  assert.deepEqual(body.tool_choice, { type: 'auto' });
  assert.match(JSON.stringify(body.system), /calling the tool tide/);
});

test('a tool’s name that is refused is refused here; tools of the past are declared when none is', () => {
  assert.throws(() => write({ tools: [{ ...tide, name: 'a b' }] }), { status: 400, param: 'tools' });
  const { body } = write({ messages: [user('Hi'), calls('a'), result('a', 'A')] });
  assert.deepEqual(body.tools, [{ name: 'tide', input_schema: { type: 'object' } }]);
  assert.deepEqual(body.tool_choice, { type: 'none' });
});

test('tools without a schema take an object; strict ones a clean schema where that is known', () => {
  const bare = { type: 'function', name: 'now', strict: true } as const;
  assert.deepEqual(write({ tools: [bare] }).body.tools, [
    {
      name: 'now',
      input_schema: { type: 'object', properties: {}, additionalProperties: false },
      strict: true,
    },
  ]);
  assert.deepEqual(write({ tools: [bare], model: 'claude-opus-4-1' }).body.tools, [
    { name: 'now', input_schema: { type: 'object', properties: {} } },
  ]);
});

test('a schema for the answer: kept by the model, or asked for in words', () => {
  const schema = { type: 'object', properties: { age: { type: 'integer', minimum: 3 } } };
  const responseFormat = { type: 'json-schema', schema } as const;
  assert.deepEqual(write({ responseFormat }).body.output_config, {
    format: {
      type: 'json_schema',
      schema: {
        type: 'object',
        properties: { age: { type: 'integer', description: '(minimum: 3)' } },
        additionalProperties: false,
      },
    },
  });
  assert.match(JSON.stringify(write({ responseFormat, model: 'claude-3-haiku' }).body.system), /minimum/);
  assert.match(JSON.stringify(write({ responseFormat: { type: 'json' } }).body.system), /JSON object/);
});

test('sampling: temperature up to 1 and without top_p; nothing where the model allows nothing', () => {
  const { body, warned } = write({ temperature: 1.7, topP: 0.5, topK: 4 });
  assert.deepEqual([body.temperature, body.top_p, body.top_k], [1, undefined, 4]);
  assert.deepEqual(warned, ['temperature', 'top_p']);
  assert.deepEqual(write({ temperature: 1 }).warned, []);
  assert.equal(write({ topP: 0.5 }).body.top_p, 0.5);
  const fresh = write({ model: 'claude-sonnet-5', temperature: 0.2, topK: 4 });
  assert.deepEqual([fresh.body.temperature, fresh.body.top_k], [undefined, undefined]);
  assert.deepEqual(fresh.warned, ['temperature', 'top_k']);
});

test('max_tokens is always there and never above what the model writes', () => {
  assert.equal(write({}).body.max_tokens, 8_192);
  assert.equal(write({ maxTokens: 1e6 }).body.max_tokens, 64_000);
  assert.equal(write({ maxTokens: 1e6, model: 'claude-opus-9' }).body.max_tokens, 128_000);
  assert.equal(write({ maxTokens: 1e6, model: 'glow-4' }).body.max_tokens, 1e6);
});

test('several answers are refused; what cannot be carried is told', () => {
  assert.throws(() => write({ choices: 2 }), { status: 400, param: 'n' });
  const { body, warned } = write({
    seed: 1,
    presencePenalty: 1,
    frequencyPenalty: 1,
    verbosity: 'low',
    serviceTier: 'flex',
    modalities: ['audio'],
    extensions: { 'openai-chat': { prediction: {} }, 'anthropic-messages': { container: 'c' } },
  });
  assert.deepEqual(warned, [
    'presence_penalty',
    'frequency_penalty',
    'seed',
    'verbosity',
    'prediction',
    'modalities',
    'service_tier',
  ]);
  assert.equal(body.container, 'c');
});

test('nobody’s name reaches the upstream, but the same user stays the same', () => {
  const id = (name: string) => (write({ user: name }).body.metadata as Json).user_id as string;
  assert.equal(id('someone@mail.example'), id('someone@mail.example'));
  assert.notEqual(id('a'), id('b'));
  assert.doesNotMatch(id('someone@mail.example'), /someone/);
});

test('stop sequences of white space alone, which are refused, are left out', () => {
  assert.deepEqual(write({ stop: ['\n', 'END', ' '] }).body.stop_sequences, ['END']);
  assert.equal(write({ stop: ['\n'] }).body.stop_sequences, undefined);
});

test('of the marks for the cache the last four are kept', () => {
  const cacheControl = { ttl: '1h' } as const;
  const parts = Array.from({ length: 6 }, (_, at) => ({ type: 'text', text: `${at}`, cacheControl }) as const);
  const content = blocks(write({ messages: [{ role: 'user', parts }] }).turns[0]);
  assert.deepEqual(
    content.map((block) => block.cache_control !== undefined),
    [false, false, true, true, true, true],
  );
  assert.deepEqual(content[5]?.cache_control, { type: 'ephemeral', ttl: '1h' });
});
