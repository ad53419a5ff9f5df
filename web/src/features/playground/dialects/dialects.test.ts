import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ChatRequest, Part } from '../chat.ts';
import { chatCompletions } from './chat-completions.ts';
import type { Dialect } from './dialect.ts';
import { generateContent } from './generate-content.ts';
import { dialects } from './index.ts';
import type { Json } from './json.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

const request: ChatRequest = {
  model: 'm',
  system: 'Be brief.',
  temperature: 0.5,
  topP: undefined,
  maxTokens: 64,
  messages: [
    { role: 'user', text: 'What is this?', pictures: [{ name: 'a.png', type: 'image/png', data: 'QUJD' }] },
    { role: 'assistant', text: 'A letter.', pictures: [] },
    { role: 'user', text: 'Which?', pictures: [] },
  ],
};
const plain: ChatRequest = {
  model: 'm',
  system: '',
  temperature: undefined,
  topP: undefined,
  maxTokens: undefined,
  messages: [{ role: 'user', text: 'Hi', pictures: [] }],
};
const read = (dialect: Dialect, events: readonly Json[]): Part[] => events.flatMap((event) => [...dialect.read(event)]);

describe('requests', () => {
  test('settings left to the model are not sent', () => {
    for (const dialect of dialects) {
      const text = JSON.stringify(dialect.body(plain));
      assert.doesNotMatch(text, /null|temperature|top_?p|system|instructions|generationConfig/i, dialect.name);
    }
  });

  test('chat completions have the system prompt as a message and pictures as data addresses', () => {
    const body = chatCompletions.body(request);
    assert.deepEqual(body.messages, [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
          { type: 'text', text: 'What is this?' },
        ],
      },
      { role: 'assistant', content: 'A letter.' },
      { role: 'user', content: 'Which?' },
    ]);
    assert.deepEqual([body.temperature, body.max_completion_tokens, body.stream], [0.5, 64, true]);
    assert.deepEqual(body.stream_options, { include_usage: true });
  });

  test('responses have instructions and input', () => {
    const body = responses.body(request);
    assert.deepEqual([body.instructions, body.max_output_tokens], ['Be brief.', 64]);
    assert.deepEqual((body.input as Json[])[0], {
      role: 'user',
      content: [
        { type: 'input_image', image_url: 'data:image/png;base64,QUJD' },
        { type: 'input_text', text: 'What is this?' },
      ],
    });
  });

  test('messages always have a limit of tokens, and pictures by their bytes', () => {
    assert.equal(messages.body(plain).max_tokens, 4096);
    const body = messages.body(request);
    assert.deepEqual([body.system, body.max_tokens], ['Be brief.', 64]);
    assert.deepEqual((body.messages as { content: Json[] }[])[0]?.content[0], {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'QUJD' },
    });
    assert.equal(messages.headers('sk-a')['x-api-key'], 'sk-a');
  });

  test('generateContent calls the assistant a model and names the model in its path', () => {
    const body = generateContent.body(request);
    assert.deepEqual(body.systemInstruction, { parts: [{ text: 'Be brief.' }] });
    assert.deepEqual(body.generationConfig, { temperature: 0.5, maxOutputTokens: 64 });
    assert.deepEqual((body.contents as Json[])[1], { role: 'model', parts: [{ text: 'A letter.' }] });
    assert.equal(generateContent.path('a/b'), '/v1beta/models/a%2Fb:streamGenerateContent?alt=sse');
  });
});

describe('answers', () => {
  const failure = (code: string) => ({ status: 0, code, message: 'No.' });

  test('chat completions: reasoning, text, calls and usage', () => {
    const events = [
      { choices: [{ delta: { role: 'assistant', content: '' } }] },
      { choices: [{ delta: { reasoning_content: 'Hm' } }] },
      { choices: [{ delta: { content: 'Hi' } }] },
      { choices: [{ delta: { tool_calls: [{ index: 1, id: 'c', function: { name: 'tide', arguments: '' } }] } }] },
      { choices: [{ delta: { tool_calls: [{ index: 1, function: { arguments: '{"a":1}' } }] } }] },
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
      {
        choices: [],
        usage: {
          prompt_tokens: 9,
          completion_tokens: 4,
          prompt_tokens_details: { cached_tokens: 2 },
          completion_tokens_details: { reasoning_tokens: 1 },
        },
      },
    ];
    assert.deepEqual(read(chatCompletions, events), [
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Hi' },
      { type: 'tool', key: '1', name: 'tide', text: '' },
      { type: 'tool', key: '1', text: '{"a":1}' },
      { type: 'finish', reason: 'stop' },
      { type: 'usage', usage: { input: 9, output: 4, cached: 2, reasoning: 1 } },
    ]);
    assert.deepEqual(read(chatCompletions, [{ error: { code: 'upstream_failed', message: 'No.' } }]), [
      { type: 'error', failure: failure('upstream_failed') },
    ]);
  });

  test('responses: reasoning, text, calls, usage and each kind of failure', () => {
    const events = [
      { type: 'response.created', response: { status: 'in_progress', error: null } },
      { type: 'response.reasoning_summary_text.delta', delta: 'Hm' },
      { type: 'response.output_text.delta', delta: 'Hi' },
      {
        type: 'response.output_item.added',
        output_index: 2,
        item: { type: 'function_call', name: 'tide', arguments: '' },
      },
      { type: 'response.function_call_arguments.delta', output_index: 2, delta: '{}' },
      {
        type: 'response.incomplete',
        response: {
          status: 'incomplete',
          incomplete_details: { reason: 'max_output_tokens' },
          usage: { input_tokens: 9, output_tokens: 4, output_tokens_details: { reasoning_tokens: 1 } },
        },
      },
    ];
    assert.deepEqual(read(responses, events), [
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Hi' },
      { type: 'tool', key: '2', name: 'tide', text: '' },
      { type: 'tool', key: '2', text: '{}' },
      { type: 'usage', usage: { input: 9, output: 4, reasoning: 1 } },
      { type: 'finish', reason: 'max_output_tokens' },
    ]);
    for (const event of [
      { type: 'error', code: 'busy', message: 'No.' },
      { type: 'error', error: { code: 'busy', message: 'No.' } },
      { type: 'response.failed', response: { error: { code: 'busy', message: 'No.' } } },
    ]) {
      assert.deepEqual(read(responses, [event]), [{ type: 'error', failure: failure('busy') }]);
    }
  });

  test('messages: thinking, text, calls, and usage with what the cache gave', () => {
    const events = [
      {
        type: 'message_start',
        message: {
          usage: { input_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 1, output_tokens: 1 },
        },
      },
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'x' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', name: 'tide', input: {} } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{}' } },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 8 } },
      { type: 'message_stop' },
    ];
    assert.deepEqual(read(messages, events), [
      { type: 'usage', usage: { input: 9, output: 1, cached: 3 } },
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Hi' },
      { type: 'tool', key: '2', name: 'tide', text: '' },
      { type: 'tool', key: '2', text: '{}' },
      { type: 'usage', usage: { output: 8 } },
      { type: 'finish', reason: 'tool_use' },
    ]);
    assert.deepEqual(read(messages, [{ type: 'error', error: { type: 'overloaded_error', message: 'No.' } }]), [
      { type: 'error', failure: failure('overloaded_error') },
    ]);
  });

  test('generateContent: thoughts, text, calls, usage and blocked prompts', () => {
    const events = [
      { candidates: [{ content: { parts: [{ text: 'Hm', thought: true }, { text: 'Hi' }] } }] },
      {
        candidates: [
          { content: { parts: [{ functionCall: { name: 'tide', args: { a: 1 } } }] }, finishReason: 'STOP' },
        ],
      },
      { usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, thoughtsTokenCount: 1 } },
      { promptFeedback: { blockReason: 'SAFETY' } },
    ];
    assert.deepEqual(read(generateContent, events), [
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Hi' },
      { type: 'tool', key: '', name: 'tide', text: '{"a":1}' },
      { type: 'finish', reason: 'STOP' },
      { type: 'usage', usage: { input: 9, output: 4, reasoning: 1 } },
      { type: 'finish', reason: 'SAFETY' },
    ]);
    assert.deepEqual(read(generateContent, [{ error: { code: 503, status: 'UNAVAILABLE', message: 'No.' } }]), [
      { type: 'error', failure: { status: 503, code: 'UNAVAILABLE', message: 'No.' } },
    ]);
  });

  test('events of kinds that nobody knows yet say nothing', () => {
    for (const dialect of dialects)
      assert.deepEqual(dialect.read({ type: 'new_kind', choices: 7, candidates: {} }), []);
  });
});
