import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../dialects/canonical.ts';
import { generateMessage } from './dialect.ts';

const chat: ChatRequest = {
  model: 'chat-bison-001',
  stream: true,
  messages: [
    { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    { role: 'user', parts: [{ type: 'text', text: 'hi' }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'hello' }] },
    { role: 'user', parts: [{ type: 'text', text: 'When is' }] },
    { role: 'user', parts: [{ type: 'text', text: 'low tide?' }] },
  ],
  tools: [{ type: 'function', name: 'tide' }],
  temperature: 1.5,
  topP: 0.9,
  extensions: {},
};

test('a chat is written with authors and a context, and the client hears what is left out', () => {
  const warned: string[] = [];
  assert.deepEqual(
    generateMessage.writeRequest(chat, (field) => warned.push(field)),
    {
      prompt: {
        context: 'Be brief.',
        messages: [
          { author: '0', content: 'hi' },
          { author: '1', content: 'hello' },
          { author: '0', content: 'When is\nlow tide?' },
        ],
      },
      temperature: 1,
      topP: 0.9,
      candidateCount: 1,
    },
  );
  assert.deepEqual(warned, ['tools']);
});

test('an answer is read; one that was filtered has no text, one that is none is refused', () => {
  const read = (payload: unknown) => generateMessage.readResponse(payload);
  assert.deepEqual(read({ candidates: [{ author: '1', content: 'At 16:40.' }] }).parts, [
    { type: 'text', text: 'At 16:40.' },
  ]);
  assert.equal(read({ filters: [{ reason: 'SAFETY' }] }).finishReason.unified, 'content-filter');
  assert.throws(() => read({ candidates: [] }), /something else/);
  assert.throws(() => read({ error: { code: 400, message: 'API key not valid', status: 'INVALID_ARGUMENT' } }), /key/i);
});

test('pictures are refused, not lost', () => {
  const picture = { type: 'file', mediaType: 'image/png', source: { kind: 'data', base64: 'AA==' } } as const;
  assert.throws(
    () => generateMessage.writeRequest({ ...chat, messages: [{ role: 'user', parts: [picture] }] }, () => {}),
    /text only/,
  );
});
