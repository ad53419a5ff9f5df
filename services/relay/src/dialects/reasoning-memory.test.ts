import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantPart, Message, Signature } from './canonical.ts';
import { ReasoningMemory } from './reasoning-memory.ts';

const signature: Signature = { dialect: 'anthropic-messages', value: 'sig' };
const thought: AssistantPart = { type: 'reasoning', text: 'The harbour is Brest.', signature };
const call = (id: string, own?: Signature): AssistantPart => ({
  type: 'tool-call',
  id,
  name: 'tide',
  arguments: '{}',
  ...(own && { signature: own }),
});
const turn = (...parts: AssistantPart[]): Message => ({ role: 'assistant', parts });

test('reasoning that a client dropped stands at the head of its turn again', () => {
  const memory = new ReasoningMemory();
  memory.remember(7, [thought, { type: 'text', text: 'Let me look.' }, call('c1'), call('c2')]);
  const [restored] = memory.restore(7, [turn({ type: 'text', text: 'Let me look.' }, call('c1'), call('c2'))]);
  assert.deepEqual(restored?.parts, [thought, { type: 'text', text: 'Let me look.' }, call('c1'), call('c2')]);
});

test('reasoning between calls stays between them', () => {
  const memory = new ReasoningMemory();
  const second: AssistantPart = { type: 'reasoning', text: 'And Cork.', signature };
  memory.remember(7, [thought, call('c1'), second, call('c2')]);
  const [restored] = memory.restore(7, [turn(call('c1'), call('c2'))]);
  assert.deepEqual(restored?.parts, [thought, call('c1'), second, call('c2')]);
});

test('signatures of the calls themselves come back', () => {
  const memory = new ReasoningMemory();
  const own: Signature = { dialect: 'gemini', value: 'QUJD' };
  memory.remember(7, [call('c1', own), call('c2')]);
  const [restored] = memory.restore(7, [turn(call('c1'), call('c2'))]);
  assert.deepEqual(restored?.parts, [call('c1', own), call('c2')]);
});

test('what a client kept by itself is not doubled, and bare text of it gives way to the signed', () => {
  const memory = new ReasoningMemory();
  memory.remember(7, [thought, call('c1')]);
  assert.deepEqual(memory.restore(7, [turn(thought, call('c1'))])[0]?.parts, [thought, call('c1')]);
  const bare: AssistantPart = { type: 'reasoning', text: 'The harbour is Brest.' };
  assert.deepEqual(memory.restore(7, [turn(bare, call('c1'))])[0]?.parts, [thought, call('c1')]);
});

test('one user never sees what another one had', () => {
  const memory = new ReasoningMemory();
  memory.remember(7, [thought, call('c1')]);
  assert.deepEqual(memory.restore(8, [turn(call('c1'))])[0]?.parts, [call('c1')]);
});
