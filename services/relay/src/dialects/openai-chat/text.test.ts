import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOutput, readPrompt } from './text.ts';
import { textSlots } from './text-slots.ts';

const calls = {
  tool_calls: [
    { id: 'c1', type: 'function', function: { name: 'tide', arguments: '{"port":"Hel"}' } },
    { id: 'c2', type: 'custom', custom: { name: 'shell', input: 'ls quay' } },
  ],
};
const oldCall = { function_call: { name: 'ebb', arguments: '{"at":"noon"}' } };

test('all that a model reads is there, calls and tools of every kind too', () => {
  const prompt = readPrompt({
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Look' }] },
      { role: 'assistant', content: null, ...calls },
      { role: 'assistant', content: null, ...oldCall },
    ],
    tools: [{ type: 'function', function: { name: 'wave' } }],
    functions: [{ name: 'swell', description: 'Of the sea' }],
  });
  for (const piece of ['Look', 'tide', 'Hel', 'shell', 'ls quay', 'ebb', 'noon', 'wave', 'Of the sea'])
    assert.ok(prompt.includes(piece), piece);
});

test('all that a model wrote is counted and looked through, calls of every kind too', () => {
  const payload = () => ({
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Well', ...calls } },
      { index: 1, delta: oldCall },
    ],
  });
  const output = readOutput(payload());
  for (const piece of ['Well', 'Hel', 'ls quay', 'noon']) assert.ok(output.includes(piece), piece);
  const slots = [...textSlots(payload())];
  assert.deepEqual(
    slots.map(({ holder, name, answer }) => [holder[name], answer]),
    [
      ['Well', 0],
      ['{"port":"Hel"}', 0],
      ['ls quay', 0],
      ['{"at":"noon"}', 1],
    ],
  );
  assert.equal(new Set(slots.map(({ block }) => block)).size, 4);
});
