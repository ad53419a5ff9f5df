import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest, StreamPart } from './canonical.ts';
import { asCustomCall, CustomToolReader, customToolsOf, withFunctions } from './custom-tools.ts';

const text = 'const tide = "潮";\nreturn tide';
const chat: ChatRequest = {
  model: 'm',
  stream: true,
  messages: [
    { role: 'assistant', parts: [{ type: 'tool-call', id: 'c1', name: 'exec', arguments: text, custom: true }] },
  ],
  tools: [{ type: 'custom', name: 'exec', description: 'Runs code.' }],
  extensions: {},
};
const names = customToolsOf(chat.tools);

test('a custom tool becomes a function of one text, and so do its calls of the past', () => {
  const { tools, messages } = withFunctions(chat);
  assert.equal(tools[0]?.type, 'function');
  const [call] = messages[0]?.parts ?? [];
  assert.deepEqual(call, { type: 'tool-call', id: 'c1', name: 'exec', arguments: JSON.stringify({ input: text }) });
});

test('what the function is called with is the text again, whole and streamed', () => {
  const wrapped = JSON.stringify({ input: text });
  const call = asCustomCall({ type: 'tool-call', id: 'c2', name: 'exec', arguments: wrapped }, names);
  assert.deepEqual(call, { type: 'tool-call', id: 'c2', name: 'exec', arguments: text, custom: true });
  const pieces: StreamPart[] = [
    { type: 'tool-input-start', id: 'c2', name: 'exec' },
    { type: 'tool-input-start', id: 'c3', name: 'tide' },
    { type: 'tool-input-delta', id: 'c2', text: wrapped.slice(0, 12) },
    { type: 'tool-input-delta', id: 'c3', text: '{}' },
    { type: 'tool-input-delta', id: 'c2', text: wrapped.slice(12) },
    { type: 'tool-input-end', id: 'c2' },
    { type: 'tool-input-end', id: 'c3' },
  ];
  const reader = new CustomToolReader({ read: () => pieces, end: () => [] }, names);
  assert.deepEqual(reader.read({ event: '', data: '' }), [
    { type: 'tool-input-start', id: 'c2', name: 'exec', custom: true },
    { type: 'tool-input-start', id: 'c3', name: 'tide' },
    { type: 'tool-input-delta', id: 'c3', text: '{}' },
    { type: 'tool-input-delta', id: 'c2', text },
    { type: 'tool-input-end', id: 'c2' },
    { type: 'tool-input-end', id: 'c3' },
  ]);
});

test('a model that forgets the wrapping is understood', () => {
  const call = asCustomCall({ type: 'tool-call', id: 'c2', name: 'exec', arguments: 'plain text' }, names);
  assert.equal(call.type === 'tool-call' && call.arguments, 'plain text');
});
