import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonBody } from '../../ingress/json-body.ts';
import { BodyEdit } from '../../providers/patch.ts';
import { packSignature } from '../packed-signature.ts';
import { editRequest } from './edit-request.ts';

const warned: string[] = [];

function edited(body: Record<string, unknown>, upstreamModel: string) {
  const edit = new BodyEdit(JsonBody.of(body));
  editRequest(edit, {
    model: String(body.model),
    upstreamModel,
    stream: true,
    streamOptions: true,
    warn: (field) => warned.push(field),
  });
  return JSON.parse(edit.write().toString('utf8'));
}

const body = { model: 'claude-opus-4-6', max_tokens: 20_000, messages: [{ role: 'user', content: 'Hi' }] };

test('a body that is passed on changes in its model alone', () => {
  assert.deepEqual(edited(body, 'claude-opus-4-6'), body);
  assert.deepEqual(edited(body, 'claude-x'), { ...body, model: 'claude-x' });
});

test('settings of sampling that the model refuses are left out', () => {
  const sampled = { temperature: 0.5, top_p: 0.9, top_k: 5 };
  const kept = (model: string, settings: object = sampled) => {
    const { temperature, top_p, top_k } = edited({ ...body, ...settings, model }, model);
    return JSON.parse(JSON.stringify({ temperature, top_p, top_k }));
  };
  assert.deepEqual(kept('claude-3-5-sonnet-20241022'), sampled);
  assert.deepEqual(kept('claude-sonnet-4-20250514'), sampled);
  for (const model of ['claude-opus-4-1-20250805', 'claude-sonnet-4-5'])
    assert.deepEqual(kept(model), { temperature: 0.5, top_k: 5 }, model);
  assert.deepEqual(kept('claude-sonnet-4-5', { top_p: 0.9 }), { top_p: 0.9 });
  warned.length = 0;
  assert.deepEqual(kept('claude-opus-5-5'), {});
  assert.deepEqual(warned, ['temperature', 'top_p', 'top_k']);
  assert.deepEqual(kept('glm-5'), sampled, 'models of other makers keep them all');
});

test('a model’s name that ends in -thinking makes it think, unless the client says how', () => {
  assert.deepEqual(edited(body, 'claude-opus-4-6-thinking'), { ...body, thinking: { type: 'adaptive' } });
  const old = edited({ ...body, model: 'claude-haiku-4-5-thinking' }, 'claude-haiku-4-5-thinking');
  assert.deepEqual([old.model, old.thinking], ['claude-haiku-4-5', { type: 'enabled', budget_tokens: 8192 }]);
  const small = edited({ ...body, max_tokens: 100 }, 'claude-haiku-4-5-thinking');
  assert.equal(small.thinking, undefined);
  const thinking = { type: 'disabled' };
  assert.deepEqual(edited({ ...body, thinking }, 'claude-opus-4-6-thinking').thinking, thinking);
});

test('thinking of other makers stays out of a conversation that goes on here', () => {
  const thinking = (signature: string) => ({ type: 'thinking', thinking: 'Hm.', signature });
  const own = { role: 'assistant', content: [thinking('c2ln'), { type: 'text', text: 'a "switchyard." b' }] };
  const foreign = thinking(packSignature({ dialect: 'openai-responses', value: 'gAAAA', id: 'rs_1' }));
  const call = { type: 'tool_use', id: 'c1', name: 'tide', input: {} };
  const messages = [
    ...body.messages,
    own,
    { role: 'assistant', content: [foreign, call] },
    { role: 'assistant', content: [thinking(packSignature(undefined))] },
  ];
  assert.deepEqual(edited({ ...body, messages }, body.model).messages, [
    ...body.messages,
    own,
    { role: 'assistant', content: [call] },
  ]);
});
