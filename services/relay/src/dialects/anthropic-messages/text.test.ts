import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOutput, readPrompt } from './text.ts';

test('everything the model writes counts, in whole answers and in events', () => {
  const content = [
    { type: 'thinking', thinking: 'hm ' },
    { type: 'text', text: 'yes ' },
    { type: 'tool_use', name: 'tide', input: { port: 'Brest' } },
  ];
  assert.equal(readOutput({ type: 'message', content }), 'hm yes tide{"port":"Brest"}');
  assert.equal(readOutput({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'a' } }), 'a');
  assert.equal(readOutput({ type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'b' } }), 'b');
  assert.equal(
    readOutput({ type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: 'c' } }),
    'c',
  );
  assert.equal(readOutput({ type: 'content_block_delta', delta: { type: 'signature_delta', signature: 'd' } }), '');
  assert.equal(
    readOutput({ type: 'content_block_start', content_block: { type: 'tool_use', name: 'e', input: {} } }),
    'e',
  );
  assert.equal(readOutput(undefined), '');
});

test('everything the model reads counts, and no picture', () => {
  const prompt = readPrompt({
    system: [{ type: 'text', text: 'SYSTEM' }],
    messages: [
      { role: 'user', content: 'HELLO' },
      {
        role: 'user',
        content: [
          { type: 'tool_result', content: [{ type: 'text', text: 'RESULT' }] },
          { type: 'image', source: { type: 'base64', data: 'PIXELS' } },
          { type: 'document', source: { type: 'text', data: 'DOCUMENT' } },
        ],
      },
    ],
    tools: [{ name: 'TOOL' }],
  });
  for (const word of ['SYSTEM', 'HELLO', 'RESULT', 'DOCUMENT', 'TOOL']) assert.match(prompt, new RegExp(word));
  assert.doesNotMatch(prompt, /PIXELS/);
});
