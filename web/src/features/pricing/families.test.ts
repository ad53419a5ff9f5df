import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PriceEntry } from './api.ts';
import { familyOf, inOrder } from './families.ts';

test('models belong to a family by how their names begin', () => {
  const openai = ['gpt-4o', 'o1-mini', 'o3', 'o4-mini', 'text-embedding-3-small', 'whisper-1', 'tts-1', 'dall-e-3'];
  for (const name of [...openai, 'chatgpt-4o-latest', 'davinci-002', 'babbage-002', 'ada-002', 'curie-001', 'o5']) {
    assert.equal(familyOf(name), 'openai', name);
  }
  assert.equal(familyOf('claude-haiku'), 'claude');
  for (const name of ['gemini-pro', 'my-gpt', 'omni', 'deepseek-chat', 'GPT-4']) assert.equal(familyOf(name), 'other');
});

test('tokens come before fixed prices, gpt before all others, then names', () => {
  const entry = (model_name: string, quota_type: number) => ({ model_name, quota_type }) as PriceEntry;
  const list = [entry('dall-e-3', 1), entry('zeta', 0), entry('gpt-image', 1), entry('gpt-4o', 0), entry('alpha', 0)];
  assert.deepEqual(
    inOrder(list).map(({ model_name }) => model_name),
    ['gpt-4o', 'alpha', 'zeta', 'gpt-image', 'dall-e-3'],
  );
});
