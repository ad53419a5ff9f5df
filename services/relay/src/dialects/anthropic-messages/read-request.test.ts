import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../canonical.ts';
import { readRequest } from './read-request.ts';
import { packSignature } from './signature.ts';

const target = { model: 'glow-4', stream: true };
const read = (body: Json) => readRequest({ messages: [{ role: 'user', content: 'Hi' }], ...body }, target);

test('results of tools come first and apart from what the user says', () => {
  const { messages } = read({
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'tide', input: { port: 'Brest' } }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Here:' },
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'six', is_error: true },
          {
            type: 'tool_result',
            tool_use_id: 'toolu_2',
            content: [
              { type: 'text', text: 'see' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
            ],
          },
        ],
      },
    ],
  });
  assert.deepEqual(messages.slice(1), [
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', id: 'toolu_1', name: 'tide', arguments: '{"port":"Brest"}' }],
    },
    {
      role: 'tool',
      parts: [
        { type: 'tool-result', id: 'toolu_1', content: [{ type: 'text', text: 'six' }], isError: true },
        {
          type: 'tool-result',
          id: 'toolu_2',
          content: [
            { type: 'text', text: 'see' },
            { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'iVBO' } },
          ],
        },
      ],
    },
    { role: 'user', parts: [{ type: 'text', text: 'Here:' }] },
  ]);
});

test('a line for billing that changes with every request is taken out of the system prompt', () => {
  const { messages } = read({
    system: [
      { type: 'text', text: 'x-anthropic-billing-header: version=1; hash=ab' },
      { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '1h' } },
    ],
  });
  assert.deepEqual(messages[0], {
    role: 'system',
    parts: [{ type: 'text', text: 'Be brief.', cacheControl: { ttl: '1h' } }],
  });
  assert.deepEqual(read({ system: 'Be brief.' }).messages[0], {
    role: 'system',
    parts: [{ type: 'text', text: 'Be brief.' }],
  });
});

test('signatures that we packed are foreign ones again, others are Anthropic’s', () => {
  const gemini = { dialect: 'gemini', value: 'QUJD' } as const;
  const content = [
    { type: 'thinking', thinking: 'a', signature: packSignature(gemini) },
    { type: 'thinking', thinking: 'b', signature: packSignature(undefined) },
    { type: 'thinking', thinking: 'c', signature: 'EqQBCg==' },
    { type: 'redacted_thinking', data: 'aGlk' },
    { type: 'thinking', thinking: 'd', signature: 'switchyard.%%%' },
  ];
  const { messages } = read({ messages: [{ role: 'assistant', content }] });
  assert.deepEqual(messages[0]?.parts, [
    { type: 'reasoning', text: 'a', signature: gemini },
    { type: 'reasoning', text: 'b' },
    { type: 'reasoning', text: 'c', signature: { dialect: 'anthropic-messages', value: 'EqQBCg==' } },
    { type: 'reasoning', text: '', signature: { dialect: 'anthropic-messages', value: 'aGlk', redacted: true } },
    { type: 'reasoning', text: 'd' },
  ]);
});

test('pictures and documents of every source', () => {
  const content = [
    { type: 'image', source: { type: 'url', url: 'https://a.example/p' } },
    { type: 'image', source: { type: 'file', file_id: 'file_1' } },
    { type: 'document', title: 'T', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' } },
    { type: 'document', title: 'T', source: { type: 'text', media_type: 'text/plain', data: 'Body' } },
    { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'Inner' }] } },
    { type: 'search_result', title: 'S', source: 'https://s.example', content: [{ type: 'text', text: 'Found' }] },
    { type: 'block_of_the_future' },
  ];
  assert.deepEqual(read({ messages: [{ role: 'user', content }] }).messages[0]?.parts, [
    { type: 'file', mediaType: 'image/*', source: { kind: 'url', url: 'https://a.example/p' } },
    { type: 'file', mediaType: 'image/*', source: { kind: 'id', id: 'file_1' } },
    { type: 'file', mediaType: 'application/pdf', source: { kind: 'data', base64: 'JVBE' }, filename: 'T' },
    { type: 'text', text: 'T\n\nBody' },
    { type: 'text', text: 'Inner' },
    { type: 'text', text: 'S\n\nhttps://s.example\n\nFound' },
  ]);
});

test('tools: functions, the search that every host has, and those of Anthropic alone', () => {
  const { tools, toolChoice, parallelToolCalls } = read({
    tools: [
      { name: 'tide', description: 'Tides', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 3, allowed_domains: ['a.example'] },
      { type: 'bash_20250124', name: 'bash' },
    ],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
  });
  assert.deepEqual(tools, [
    { type: 'function', name: 'tide', description: 'Tides', parameters: { type: 'object' }, cacheControl: {} },
    { type: 'web-search', maxUses: 3, allowedDomains: ['a.example'] },
    { type: 'hosted', dialect: 'anthropic-messages', value: { type: 'bash_20250124', name: 'bash' } },
  ]);
  assert.deepEqual(toolChoice, { type: 'required' });
  assert.equal(parallelToolCalls, false);
});

test('settings, and what only Anthropic knows', () => {
  const { messages, ...settings } = read({
    max_tokens: 10,
    temperature: 0.5,
    top_p: 0.9,
    top_k: 5,
    stop_sequences: ['END'],
    thinking: { type: 'enabled', budget_tokens: 2048 },
    output_config: { effort: 'high', format: { type: 'json_schema', schema: { type: 'object' } } },
    metadata: { user_id: 'u1' },
    service_tier: 'standard_only',
    container: 'c1',
  });
  assert.deepEqual(settings, {
    ...target,
    tools: [],
    maxTokens: 10,
    temperature: 0.5,
    topP: 0.9,
    topK: 5,
    stop: ['END'],
    reasoning: { effort: 'high', budgetTokens: 2048, visible: true },
    responseFormat: { type: 'json-schema', schema: { type: 'object' } },
    user: 'u1',
    serviceTier: 'default',
    extensions: { 'anthropic-messages': { container: 'c1' } },
  });
  assert.equal(messages.length, 1);
  assert.deepEqual(read({ thinking: { type: 'disabled' } }).reasoning, { effort: 'none' });
  assert.deepEqual(read({ thinking: { type: 'adaptive', display: 'omitted' } }).reasoning, { visible: false });
});

/** Body and the field that is named. */
const refused: [Json, string][] = [
  [{ messages: [] }, 'messages'],
  [{ messages: 'Hi' }, 'messages'],
  [{ messages: [7] }, 'messages.0'],
  [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages.0.role'],
  [{ messages: [{ role: 'user', content: 7 }] }, 'messages.0.content'],
  [{ messages: [{ role: 'user', content: [{ type: 'image' }] }] }, 'messages.0'],
  [{ system: 7 }, 'system'],
  [{ tools: {} }, 'tools'],
  [{ tools: [{ input_schema: {} }] }, 'tools.0.name'],
  [{ tool_choice: { type: 'some' } }, 'tool_choice.type'],
  [{ max_tokens: '9' }, 'max_tokens'],
  [{ stop_sequences: 'END' }, 'stop_sequences'],
];

for (const [body, param] of refused) {
  test(`refuses ${JSON.stringify(body)}`, () => assert.throws(() => read(body), { status: 400, param }));
}
