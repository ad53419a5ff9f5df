import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReasoningRequest } from '../canonical.ts';
import { capabilitiesOf } from './capabilities.ts';
import { readThinking, writeThinking } from './thinking.ts';

const shown = { includeThoughts: true };
const hidden = { includeThoughts: false };
const samples: [string, ReasoningRequest, object | undefined, string?][] = [
  ['gemini-2.5-flash', { effort: 'none' }, { thinkingBudget: 0, ...hidden }],
  ['gemini-2.5-flash-lite', { effort: 'medium' }, { thinkingBudget: 8192, ...shown }],
  ['gemini-2.5-flash', { budgetTokens: -1 }, { thinkingBudget: -1, ...shown }],
  ['gemini-2.5-pro', { effort: 'none' }, { thinkingBudget: 128, ...hidden }, 'warns'],
  ['gemini-2.5-pro', { effort: 'max' }, { thinkingBudget: 32768, ...shown }],
  ['gemini-2.5-flash', { budgetTokens: 90_000, visible: false }, { thinkingBudget: 24576, ...hidden }],
  ['gemini-2.5-flash', { visible: true }, shown],
  ['gemini-3.6-flash', { effort: 'none' }, { thinkingLevel: 'MINIMAL', ...hidden }],
  ['gemini-3.5-flash-lite', { effort: 'minimal' }, { thinkingLevel: 'MINIMAL', ...shown }],
  ['gemini-3.1-pro-preview', { effort: 'minimal' }, { thinkingLevel: 'LOW', ...shown }],
  ['gemini-3.8-flash', { effort: 'none' }, { thinkingLevel: 'LOW', ...hidden }, 'warns'],
  ['gemini-flash-latest', { effort: 'xhigh' }, { thinkingLevel: 'HIGH', ...shown }],
  ['gemini-4-argon', { budgetTokens: 1024 }, { thinkingLevel: 'LOW', ...shown }],
  ['gemini-4-argon', { budgetTokens: 8000 }, { thinkingLevel: 'MEDIUM', ...shown }],
  ['gemini-4-argon', { budgetTokens: -1 }, shown],
  ['some-later-model', { effort: 'high' }, { thinkingLevel: 'HIGH', ...shown }],
  ['gemini-3-pro-image', { effort: 'high' }, undefined, 'warns'],
  ['gemma-3-27b-it', { effort: 'none' }, undefined],
];
for (const [model, reasoning, expected, warns] of samples) {
  test(`${model} asked for ${JSON.stringify(reasoning)} is told ${JSON.stringify(expected)}`, () => {
    const warned: string[] = [];
    const written = writeThinking(reasoning, capabilitiesOf(model), (field) => warned.push(field));
    assert.deepEqual(written, expected);
    assert.equal(warned.length > 0, warns !== undefined);
  });
}

test('levels are read in either case, a budget of nothing as no thinking', () => {
  const read = (thinkingConfig: object) => readThinking({ thinkingConfig });
  assert.deepEqual(read({ thinkingLevel: 'LOW', includeThoughts: true }), { effort: 'low', visible: true });
  assert.deepEqual(read({ thinking_level: 'minimal' }), { effort: 'minimal' });
  assert.deepEqual(read({ thinkingBudget: 0 }), { effort: 'none' });
  assert.deepEqual(read({ thinking_budget: -1 }), { budgetTokens: -1 });
  assert.equal(read({}), undefined);
});
