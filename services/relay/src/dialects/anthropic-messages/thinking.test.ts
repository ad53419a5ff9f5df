import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest, Message } from '../canonical.ts';
import { capabilitiesOf } from './capabilities.ts';
import { planThinking, splitModel } from './thinking.ts';
import { writeRequest } from './write-request.ts';

const messages: Message[] = [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }];

function plan(model: string, fields: Partial<ChatRequest>) {
  const warned: string[] = [];
  const planned = planThinking({ messages, ...fields }, capabilitiesOf(model), (field) => warned.push(field));
  return { ...planned, warned };
}

const adaptive = { type: 'adaptive' };
const shown = { type: 'adaptive', display: 'summarized' };

/** Model, what is asked for, and what is sent. */
const samples: [string, NonNullable<ChatRequest['reasoning']>, object][] = [
  ['claude-sonnet-4-5', { effort: 'none' }, { maxTokens: 8192 }],
  ['claude-sonnet-4-5', { effort: 'low' }, { thinking: { type: 'enabled', budget_tokens: 2048 }, maxTokens: 8192 }],
  ['claude-sonnet-4-5', { effort: 'high' }, { thinking: { type: 'enabled', budget_tokens: 16384 }, maxTokens: 24576 }],
  ['claude-sonnet-4-5', { budgetTokens: 100 }, { thinking: { type: 'enabled', budget_tokens: 1024 }, maxTokens: 8192 }],
  ['claude-sonnet-4-5', { budgetTokens: 0 }, { maxTokens: 8192 }],
  [
    'claude-sonnet-4-5',
    { budgetTokens: 1e6 },
    { thinking: { type: 'enabled', budget_tokens: 63999 }, maxTokens: 64000 },
  ],
  ['claude-opus-4-6', { effort: 'none' }, { maxTokens: 8192 }],
  ['claude-opus-4-6', { effort: 'xhigh' }, { thinking: adaptive, effort: 'max', maxTokens: 8192 }],
  ['claude-opus-4-7', { effort: 'xhigh' }, { thinking: shown, effort: 'xhigh', maxTokens: 8192 }],
  ['claude-opus-4-8', { effort: 'minimal', visible: false }, { thinking: adaptive, effort: 'low', maxTokens: 8192 }],
  ['claude-opus-4-8', { budgetTokens: 5000 }, { thinking: shown, effort: 'medium', maxTokens: 8192 }],
  ['claude-sonnet-5', { effort: 'none' }, { thinking: { type: 'disabled' }, maxTokens: 32000 }],
  ['claude-fable-5-1', { budgetTokens: -1 }, { thinking: shown, maxTokens: 32000 }],
  ['claude-of-tomorrow', { effort: 'max' }, { thinking: shown, effort: 'max', maxTokens: 32000 }],
];

for (const [model, reasoning, expected] of samples) {
  test(`${model} asked for ${JSON.stringify(reasoning)}`, () => {
    assert.deepEqual(plan(model, { reasoning }), { ...expected, warned: [] });
  });
}

test('a model that always thinks is told to think little, and the client that it thinks', () => {
  const { warned, ...planned } = plan('claude-opus-5-5', { reasoning: { effort: 'none' } });
  assert.deepEqual(planned, { effort: 'low', maxTokens: 32_000 });
  assert.deepEqual(warned, ['reasoning_effort']);
});

test('a small limit is raised so that there is room behind the thoughts', () => {
  const { thinking, maxTokens } = plan('claude-haiku-4-5', { reasoning: { effort: 'medium' }, maxTokens: 100 });
  assert.deepEqual(thinking, { type: 'enabled', budget_tokens: 8192 });
  assert.equal(maxTokens, 8292);
});

test('budgets give way to a forced tool, and to calls whose thoughts are lost', () => {
  const reasoning = { effort: 'high' } as const;
  assert.equal(plan('claude-haiku-4-5', { reasoning, toolChoice: { type: 'required' } }).thinking, undefined);
  const turn = (parts: object[]) => [...messages, { role: 'assistant', parts }] as Message[];
  const call = { type: 'tool-call', id: 'a', name: 'f', arguments: '{}' };
  const thought = { type: 'reasoning', text: '', signature: { dialect: 'anthropic-messages', value: 's' } };
  assert.equal(plan('claude-haiku-4-5', { reasoning, messages: turn([call]) }).thinking, undefined);
  assert.ok(plan('claude-haiku-4-5', { reasoning, messages: turn([thought, call]) }).thinking);
  assert.ok(plan('claude-opus-4-6', { reasoning, messages: turn([call]) }).thinking);
});

test('the suffix -thinking belongs to gateways when a Claude has it, and else to the name', () => {
  assert.deepEqual(splitModel('claude-opus-4-6-thinking'), { model: 'claude-opus-4-6', thinks: true });
  assert.deepEqual(splitModel('glow-k2-thinking'), { model: 'glow-k2-thinking', thinks: false });
  const request = { model: 'claude-haiku-4-5-thinking', stream: true, messages, tools: [], extensions: {} };
  const body = writeRequest(request, () => {});
  assert.equal(body.model, 'claude-haiku-4-5');
  assert.deepEqual(body.thinking, { type: 'enabled', budget_tokens: 8192 });
});

test('thinking with a budget takes no temperature', () => {
  const request = { model: 'claude-haiku-4-5', stream: true, messages, tools: [], extensions: {}, temperature: 0.3 };
  const warned: string[] = [];
  const body = writeRequest({ ...request, reasoning: { effort: 'low' } }, (field) => warned.push(field));
  assert.equal(body.temperature, undefined);
  assert.deepEqual(warned, ['temperature']);
});
