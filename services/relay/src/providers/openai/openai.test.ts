import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, patchedBy } from '../../harness/provider-call.ts';
import { openai } from './index.ts';

test('models that reason get the limit under its new name and no sampling', () => {
  const body = { messages: [], max_tokens: 9, temperature: 0.5, top_p: 0.9, logprobs: true };
  assert.deepEqual(patchedBy(openai, { model: 'gpt-5.5', ...body }), {
    model: 'gpt-5.5',
    messages: [],
    max_completion_tokens: 9,
  });
  assert.deepEqual(patchedBy(openai, { model: 'gpt-4o', ...body }), { model: 'gpt-4o', ...body });
});

test('models that are told not to reason keep their sampling', () => {
  const body = { model: 'gpt-5.4', messages: [], temperature: 0.5, reasoning_effort: 'none' };
  assert.deepEqual(patchedBy(openai, body), body);
});

test('the highest effort is the highest that chats know', () => {
  assert.equal(
    patchedBy(openai, { model: 'gpt-6-sol', messages: [], reasoning_effort: 'max' }).reasoning_effort,
    'xhigh',
  );
});

test('chats with tools take Responses where models refuse them otherwise', () => {
  const responses = openai.endpoints.find(({ dialect }) => dialect.name === 'openai-responses');
  const takes = (model: string, hasTools = true) => responses?.instead?.({ model, hasTools, dialect: 'openai-chat' });
  for (const model of ['gpt-5.4', 'gpt-5.4-mini', 'gpt-5.6-luna', 'gpt-6-astra', 'gpt-6.1-sol'])
    assert.equal(takes(model), true);
  assert.equal(takes('gpt-5.4', false), false);
  for (const model of ['gpt-5.1', 'gpt-5', 'gpt-4o', 'o3']) assert.equal(takes(model), false);
});

test('what other makers added to messages is taken out for OpenAI’s models alone', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{ }' } };
  const said = { role: 'assistant', content: null, tool_calls: [call] };
  const asked = { role: 'user', content: [{ type: 'text', text: 'a "reasoning_content"' }] };
  const added = [
    { role: 'user', content: [{ type: 'text', text: 'a "reasoning_content"', cache_control: { type: 'ephemeral' } }] },
    {
      ...said,
      reasoning_content: 'Hm.',
      reasoning_details: [],
      tool_calls: [{ ...call, extra_content: { google: { thought_signature: 'R0VN' } } }],
    },
  ];
  for (const model of ['gpt-5.5', 'gpt-4o', 'o3'])
    assert.deepEqual(patchedBy(openai, { model, messages: added }), { model, messages: [asked, said] });
  const imitator = { model: 'deepseek-v4-pro', messages: added };
  assert.deepEqual(patchedBy(openai, imitator), imitator);
});

test('developers stay developers', () => {
  const messages = [{ role: 'developer', content: 'Be brief.' }];
  assert.deepEqual(patchedBy(openai, { model: 'gpt-4o', messages }).messages, messages);
});

test('every operation has the address that OpenAI gives it', () => {
  for (const operation of ['embeddings', 'moderations', 'images/edits', 'audio/transcriptions'] as const) {
    for (const base of ['https://api.openai.com', 'https://api.openai.com/v1']) {
      assert.equal(addressOf(openai, operation, { base }), `https://api.openai.com/v1/${operation}`);
    }
  }
});

test('the organisation is named when the channel has one', () => {
  const sign = (organization: string) => openai.sign({ key: 'sk-1', organization, other: '' });
  assert.deepEqual(sign(''), ['authorization', 'Bearer sk-1']);
  assert.deepEqual(sign('org-1'), ['authorization', 'Bearer sk-1', 'openai-organization', 'org-1']);
});
