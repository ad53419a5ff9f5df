import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayError } from '../../errors.ts';
import type { ChatRequest, Json, Message } from '../canonical.ts';
import { openaiChat } from './index.ts';

const asked = [{ role: 'user', content: 'When is low tide?' }];
const read = (body: Json, model = 'm') =>
  openaiChat.readRequest({ messages: asked, ...body }, { model, stream: false });

function write(request: ChatRequest): { body: Json; warned: string[] } {
  const warned: string[] = [];
  const body = openaiChat.writeRequest(request, (field) => warned.push(field));
  return { body, warned };
}

const messages: readonly Message[] = [{ role: 'user', parts: [{ type: 'text', text: 'When is low tide?' }] }];
const request = (model: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  model,
  stream: false,
  messages,
  tools: [],
  extensions: {},
  ...more,
});

const conversation: Json = {
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '1h' } }] },
    {
      role: 'user',
      name: 'harbour',
      content: [
        { type: 'text', text: 'What do you see?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
        { type: 'image_url', image_url: { url: 'https://pictures.example/quay.jpg' } },
        { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
        { type: 'file', file: { filename: 'tides.pdf', file_data: 'data:application/pdf;base64,CCCC' } },
        { type: 'file', file: { file_id: 'file-7' } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'The table will say.',
      tool_calls: [
        {
          id: 'call_a',
          type: 'function',
          function: { name: 'tide', arguments: '{ "port":"Brest" }' },
          extra_content: { google: { thought_signature: 'R0VN' } },
        },
        { id: 'call_b', type: 'custom', custom: { name: 'note', input: 'free text' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_a', content: '16:40' },
    { role: 'tool', tool_call_id: 'call_b', content: 'noted' },
  ],
  tools: [
    {
      type: 'function',
      function: { name: 'tide', description: 'Tides.', parameters: { type: 'object' }, strict: true },
      cache_control: { type: 'ephemeral' },
    },
    { type: 'custom', custom: { name: 'note', format: { type: 'text' } } },
  ],
  tool_choice: {
    type: 'allowed_tools',
    allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'tide' } }] },
  },
  parallel_tool_calls: false,
  response_format: { type: 'json_schema', json_schema: { name: 'tide', schema: { type: 'object' }, strict: true } },
  reasoning_effort: 'low',
  max_tokens: 200,
  temperature: 0.4,
  top_p: 0.9,
  top_k: 40,
  presence_penalty: 0.1,
  frequency_penalty: 0.2,
  seed: 7,
  stop: ['\n\n', 'END'],
  verbosity: 'low',
  user: 'u-1',
  metadata: { run: 'r7' },
  service_tier: 'flex',
  prompt_cache_key: 'k',
};

test('a request of another maker’s model that is read and written again says the same', () => {
  const { body, warned } = write(read(conversation, 'qwen-max'));
  assert.deepEqual(body, { model: 'qwen-max', ...conversation });
  assert.deepEqual(warned, []);
});

test('several answers are refused: one alone would be read', () => {
  assert.throws(() => write(read({ ...conversation, n: 2 }, 'qwen-max')), { status: 400, param: 'n' });
  assert.equal(write(read({ ...conversation, n: 1 }, 'qwen-max')).body.n, undefined);
});

test('every OpenAI model is spared the members that OpenAI refuses', () => {
  for (const model of ['gpt-6-sol', 'gpt-5.5', 'o3', 'gpt-4.1', 'gpt-35-turbo', 'openai/gpt-99']) {
    const { body } = write(read(conversation, model));
    assert.doesNotMatch(JSON.stringify(body), /cache_control|reasoning_content|extra_content|top_k/, model);
    assert.match(JSON.stringify(body), /\{ \\"port\\":\\"Brest\\" \}/, 'arguments byte for byte');
  }
});

test('marks of the cached prefix reach the models that are cached by them, and no others', () => {
  const written = (model: string) => JSON.stringify(write(read(conversation, model)).body);
  for (const model of ['claude-sonnet-5', 'anthropic/claude-opus-5', 'qwen3-max', 'google/gemini-3-pro'])
    assert.equal(written(model).match(/"cache_control"/g)?.length, 2, model);
  for (const model of ['deepseek-chat', 'mistral-large-latest', 'llama-4-scout', 'gpt-5'])
    assert.doesNotMatch(written(model), /cache_control/, model);
  assert.match(written('deepseek-chat'), /"reasoning_content"/);
});

test('models that reason get the limit under its new name, and sampling only when they are told not to reason', () => {
  const sampled = { maxTokens: 9, temperature: 0.5, topP: 1 };
  const { body, warned } = write(request('gpt-5.5', sampled));
  assert.deepEqual(body, { model: 'gpt-5.5', messages: asked, max_completion_tokens: 9 });
  assert.deepEqual(warned, ['temperature']);
  const unthinking = write(request('gpt-5.5', { ...sampled, reasoning: { effort: 'none' } }));
  assert.equal(unthinking.body.temperature, 0.5);
  for (const model of ['gpt-4o', 'gpt-35-turbo']) assert.equal(write(request(model, sampled)).body.max_tokens, 9);
});

const efforts: readonly [string, ChatRequest['reasoning'], string | undefined, boolean][] = [
  ['gpt-5.5', { effort: 'max' }, 'xhigh', true],
  ['gpt-6-astra', { effort: 'none' }, 'low', true],
  ['o3', { effort: 'minimal' }, 'low', true],
  ['gpt-4o', { effort: 'high' }, undefined, true],
  ['gpt-4o', { effort: 'none' }, undefined, false],
  ['deepseek-v4-pro', { effort: 'max' }, 'max', false],
  ['m', { budgetTokens: 1_024 }, 'low', false],
  ['m', { budgetTokens: 32_000 }, 'high', false],
  ['m', { budgetTokens: 0 }, 'none', false],
  ['m', { budgetTokens: -1 }, undefined, false],
];
for (const [model, reasoning, effort, warns] of efforts) {
  test(`${model} asked for ${JSON.stringify(reasoning)} is told ${effort}`, () => {
    const { body, warned } = write(request(model, reasoning && { reasoning }));
    assert.equal(body.reasoning_effort, effort);
    assert.equal(warned.includes('reasoning_effort'), warns);
  });
}

test('functions of 2023 become tools, their results find their calls by name', () => {
  const {
    tools,
    toolChoice,
    messages: turns,
  } = read({
    messages: [
      ...asked,
      { role: 'assistant', content: null, function_call: { name: 'tide', arguments: '{}' } },
      { role: 'function', name: 'tide', content: '16:40' },
    ],
    functions: [{ name: 'tide', parameters: { type: 'object' } }],
    function_call: { name: 'tide' },
  });
  assert.deepEqual(tools, [{ type: 'function', name: 'tide', parameters: { type: 'object' } }]);
  assert.deepEqual(toolChoice, { type: 'tool', name: 'tide' });
  const [, call, result] = turns;
  assert.deepEqual(call?.parts, [{ type: 'tool-call', id: 'tide', name: 'tide', arguments: '{}' }]);
  assert.equal(result?.role === 'tool' && result.parts[0]?.id, 'tide');
});

test('developers speak as the system, and what proves reasoning is kept with it', () => {
  const { messages: turns } = read({
    messages: [
      { role: 'developer', content: 'Be brief.' },
      ...asked,
      {
        role: 'assistant',
        content: '16:40',
        reasoning_content: 'Tables.',
        reasoning_details: [
          { type: 'reasoning.text', text: 'Tables.', signature: 'sig', format: 'anthropic-messages' },
          { type: 'reasoning.encrypted', data: 'dark', format: 'anthropic-messages' },
          { type: 'reasoning.text', text: 'of a stranger', signature: 'x', format: 'unknown' },
        ],
      },
    ],
  });
  assert.equal(turns[0]?.role, 'system');
  assert.deepEqual(turns[2]?.parts, [
    { type: 'reasoning', text: 'Tables.', signature: { dialect: 'anthropic-messages', value: 'sig' } },
    { type: 'reasoning', text: '', signature: { dialect: 'anthropic-messages', value: 'dark', redacted: true } },
    { type: 'text', text: '16:40' },
  ]);
});

test('effort is found where clients of Google and OpenRouter write it', () => {
  const google = { extra_body: { google: { thinking_config: { thinking_level: 'LOW', include_thoughts: true } } } };
  assert.deepEqual(read(google).reasoning, { effort: 'low', visible: true });
  assert.deepEqual(read({ reasoning: { max_tokens: 500, exclude: true } }).reasoning, {
    budgetTokens: 500,
    visible: false,
  });
});

test('members that are not known travel as extensions and are told of where they end', () => {
  const { extensions } = read({ logit_bias: { 50256: -100 }, store: null });
  assert.deepEqual(extensions, { 'openai-chat': { logit_bias: { 50256: -100 } } });
  const foreign = write(request('m', { extensions: { 'openai-responses': { truncation: 'auto' } } }));
  assert.deepEqual(foreign.warned, ['truncation']);
});

test('usage is always asked for in a stream', () => {
  const { body } = write(request('m', { stream: true }));
  assert.deepEqual([body.stream, body.stream_options], [true, { include_usage: true }]);
});

test('pictures in a tool’s result follow the results, for tool messages are text', () => {
  const picture = { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'AAAA' } } as const;
  const { body } = write(
    request('m', {
      messages: [
        { role: 'assistant', parts: [{ type: 'tool-call', id: 'a', name: 'look', arguments: '{}' }] },
        {
          role: 'tool',
          parts: [
            { type: 'tool-result', id: 'a', content: [picture] },
            { type: 'tool-result', id: 'b', content: [{ type: 'text', text: 'fog' }], isError: true },
          ],
        },
      ],
    }),
  );
  const written = body.messages as Json[];
  assert.deepEqual(
    written.map(({ role }) => role),
    ['assistant', 'tool', 'tool', 'user'],
  );
  assert.equal(written[2]?.content, 'Error: fog');
  assert.match(JSON.stringify(written[3]), /data:image\/png;base64,AAAA/);
});

const refused: readonly [string, Json, string][] = [
  ['a role that nobody has', { messages: [{ role: 'pilot', content: 'x' }] }, 'messages.0.role'],
  ['no messages', { messages: [] }, 'messages'],
  [
    'a part of an unknown kind',
    { messages: [{ role: 'user', content: [{ type: 'smell' }] }] },
    'messages.0.content.0.type',
  ],
  ['a tool without a name', { tools: [{ type: 'function', function: {} }] }, 'tools.0'],
  ['a limit in words', { max_tokens: 'many' }, 'max_tokens'],
  ['an effort that nobody knows', { reasoning_effort: 'heroic' }, 'reasoning_effort'],
  ['a format without its schema', { response_format: { type: 'json_schema' } }, 'response_format.json_schema.schema'],
];
for (const [what, body, param] of refused) {
  test(`${what} is refused by the name of its field`, () => {
    assert.throws(
      () => read(body),
      (error) => error instanceof GatewayError && error.status === 400 && error.param === param,
    );
  });
}

test('files that chat completions have no place for are refused, not lost', () => {
  const about = (mediaType: string) =>
    request('m', {
      messages: [
        { role: 'user', parts: [{ type: 'file', mediaType, source: { kind: 'url', url: 'https://f.example' } }] },
      ],
    });
  for (const mediaType of ['video/mp4', 'audio/ogg', 'application/pdf'])
    assert.throws(() => write(about(mediaType)), GatewayError, mediaType);
});

test('long names are kept within OpenAI’s limits, and results find their calls', () => {
  const id = `chatcmpl-tool-${'0'.repeat(32)}`;
  const named: Partial<ChatRequest> = {
    user: 'u'.repeat(150),
    cacheKey: 'k'.repeat(65),
    messages: [
      { role: 'assistant', parts: [{ type: 'tool-call', id, name: 'tide', arguments: '{}' }] },
      { role: 'tool', parts: [{ type: 'tool-result', id, content: [] }] },
    ],
  };
  const { body } = write(request('gpt-5.5', named));
  const [call, result] = body.messages as { tool_calls: { id: string }[]; tool_call_id: string }[];
  assert.equal(call?.tool_calls[0]?.id, result?.tool_call_id);
  assert.equal(result?.tool_call_id.length, 40);
  assert.deepEqual([String(body.user).length, String(body.prompt_cache_key).length], [64, 64]);
  const other = write(request('kimi-k3', named)).body;
  assert.equal(other.user, named.user);
});
