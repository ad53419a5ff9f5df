import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchedBy } from '../../harness/provider-call.ts';
import { xai } from './index.ts';

test('effort is what the model knows', () => {
  const effort = (model: string, reasoning_effort: string) =>
    patchedBy(xai, { model, messages: [], reasoning_effort }).reasoning_effort;
  assert.equal(effort('grok-4.3', 'none'), 'none');
  assert.equal(effort('grok-4.6', 'none'), 'low');
  assert.equal(effort('grok-4.6', 'minimal'), 'low');
  assert.equal(effort('grok-4.7', 'max'), 'high');
  assert.equal(effort('grok-4.20-fast', 'low'), undefined);
});

test('what models that reason refuse is not sent', () => {
  const sent = patchedBy(xai, { model: 'grok-4.5', messages: [], stop: ['x'], presence_penalty: 1, temperature: 1 });
  assert.deepEqual(sent, { model: 'grok-4.5', messages: [], temperature: 1 });
});

test('reasoning is part of what was written, although the completion leaves it out', () => {
  const usage = {
    prompt_tokens: 10,
    completion_tokens: 4,
    total_tokens: 20,
    completion_tokens_details: { reasoning_tokens: 6 },
  };
  assert.equal(xai.endpoints[0]?.dialect.readUsage({ choices: [], usage })?.completion, 10);
});
