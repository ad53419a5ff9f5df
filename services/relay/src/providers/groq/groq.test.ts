import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchedBy } from '../../harness/provider-call.ts';
import { groq } from './index.ts';

const model = 'llama-3.3-70b-versatile';

test('members that are refused are not sent, names of speakers among them; functions keep theirs', () => {
  const call = {
    role: 'assistant',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'tide', arguments: '{}' } }],
  };
  const sent = patchedBy(groq, {
    model,
    messages: [{ role: 'user', name: 'ada', content: 'Hi' }, call],
    n: 1,
    logprobs: true,
    logit_bias: {},
  });
  assert.deepEqual(sent, { model, messages: [{ role: 'user', content: 'Hi' }, call] });
});

test('reasoning is asked for beside the text, from models that have it', () => {
  const format = (name: string, body = {}) => patchedBy(groq, { model: name, messages: [], ...body }).reasoning_format;
  assert.equal(format('qwen/qwen3-32b'), 'parsed');
  assert.equal(format('qwen/qwen3-32b', { reasoning_format: 'raw' }), 'parsed');
  assert.equal(format('qwen/qwen3-32b', { reasoning_format: 'hidden' }), 'hidden');
  assert.equal(format(model), undefined);
});

test("the host's agents take no other models and tools than their own", () => {
  const compound_custom = { models: { answering_model: 'dear' } };
  assert.deepEqual(patchedBy(groq, { model: 'groq/compound', messages: [], compound_custom }), {
    model: 'groq/compound',
    messages: [],
  });
});
