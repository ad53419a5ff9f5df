import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anthropicMessages } from './anthropic-messages/index.ts';
import type { Json } from './canonical.ts';
import type { ClientDialect } from './dialect.ts';
import { gemini } from './gemini/index.ts';
import { openaiChat } from './openai-chat/index.ts';
import { openaiResponses } from './openai-responses/index.ts';

/*
 * A request of a few megabytes with as many calls as may stand in it, and their results in the opposite order: reading and writing take
 * time by its length, not by the square of it. Each takes tenths of a second, and took many seconds where it compared all with all.
 */
const mostMs = 3_000;
const ids = Array.from({ length: 40_000 }, (_, index) => `c${index}`);
const backwards = ids.toReversed();
const asked = { role: 'user', parts: [{ text: 'x' }] };

const requests: Readonly<Record<string, readonly [ClientDialect, Json]>> = {
  'chat completions': [
    openaiChat,
    {
      messages: [
        { role: 'user', content: 'x' },
        {
          role: 'assistant',
          content: null,
          tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
        },
        ...backwards.map((id) => ({ role: 'tool', tool_call_id: id, content: 'y' })),
      ],
    },
  ],
  responses: [
    openaiResponses,
    {
      input: [
        { role: 'user', content: 'x' },
        ...ids.map((id) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })),
        ...backwards.map((id) => ({ type: 'function_call_output', call_id: id, output: 'y' })),
      ],
    },
  ],
  'responses, one id': [
    openaiResponses,
    { input: ids.map(() => ({ type: 'function_call_output', call_id: 'same', output: 'y' })) },
  ],
  messages: [
    anthropicMessages,
    {
      max_tokens: 5,
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 'f', input: {} })) },
        { role: 'user', content: backwards.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'y' })) },
      ],
    },
  ],
  'content, by id': [
    gemini,
    {
      contents: [
        asked,
        { role: 'model', parts: ids.map((id) => ({ functionCall: { id, name: 'f', args: {} } })) },
        { role: 'user', parts: backwards.map((id) => ({ functionResponse: { id, name: 'f', response: {} } })) },
      ],
    },
  ],
  'content, by name': [
    gemini,
    {
      contents: [
        asked,
        { role: 'model', parts: ids.map((name) => ({ functionCall: { name, args: {} } })) },
        { role: 'user', parts: backwards.map((name) => ({ functionResponse: { name, response: {} } })) },
      ],
    },
  ],
  'content, results alone': [
    gemini,
    { contents: [{ role: 'user', parts: ids.map((id) => ({ functionResponse: { id, name: 'f', response: {} } })) }] },
  ],
};

function timed<T>(what: string, work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000;
  assert.ok(ms < mostMs, `${what} took ${Math.round(ms)} ms`);
  return result;
}

for (const [name, [client, body]] of Object.entries(requests)) {
  test(`as many calls and results as fit are read and written in time: ${name}`, () => {
    const chat = timed('reading', () => client.readRequest(body, { model: 'm', stream: false }));
    for (const upstream of [openaiChat, openaiResponses, anthropicMessages, gemini])
      timed(`writing ${upstream.name}`, () => upstream.writeRequest(chat, () => {}));
  });
}
