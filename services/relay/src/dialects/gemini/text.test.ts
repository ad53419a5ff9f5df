import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOutput, readPrompt } from './text.ts';

test('text, thoughts and arguments count as written, in every candidate and chunk', () => {
  const chunk = {
    candidates: [
      {
        content: { parts: [{ text: 'Hm', thought: true }, { functionCall: { name: 'tide', args: { port: 'Hel' } } }] },
      },
      { content: { parts: [{ text: 'B' }, { inlineData: { data: 'iVBO' } }] } },
    ],
  };
  assert.equal(readOutput(chunk), 'Hmtide{"port":"Hel"}B');
  assert.equal(readOutput([chunk, chunk]), 'Hmtide{"port":"Hel"}BHmtide{"port":"Hel"}B');
  assert.equal(readOutput({ candidates: [{}] }), '');
});

test('everything the model reads counts, but no bytes of files', () => {
  const prompt = readPrompt({
    system_instruction: { parts: [{ text: 'Brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'Hi' }, { inline_data: { data: 'iVBORw0KGgo' } }] },
      { role: 'user', parts: [{ function_response: { name: 'tide', response: { output: 'High' } } }] },
    ],
    tools: [{ googleSearch: {} }],
  });
  for (const piece of ['Brief.', 'Hi', 'tide', 'High', 'googleSearch']) assert.ok(prompt.includes(piece), piece);
  assert.ok(!prompt.includes('iVBO'));
});
