import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, patchedBy } from '../../harness/provider-call.ts';
import { perplexity } from './index.ts';

test('models of before are presets of the one model', () => {
  const sent = (model: string) => patchedBy(perplexity, { model, input: 'When?', store: false });
  assert.deepEqual(sent('sonar'), { model: 'perplexity/sonar', input: 'When?' });
  assert.deepEqual(sent('sonar-pro'), { model: 'perplexity/sonar', input: 'When?', preset: 'fast' });
  assert.deepEqual(sent('perplexity/other'), { model: 'perplexity/other', input: 'When?' });
});

test('thoughts are not sent back', () => {
  const question = { role: 'user', content: 'When?' };
  const thought = { type: 'reasoning', id: 'rs_1', summary: [] };
  const { input } = patchedBy(perplexity, { model: 'sonar', input: [question, thought] });
  assert.deepEqual(input, [question]);
});

test('chats take Responses', () => {
  assert.equal(addressOf(perplexity, 'chat'), 'https://api.perplexity.ai/v1/responses');
});
