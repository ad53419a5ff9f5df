import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonBody } from '../ingress/json-body.ts';
import { conversationOf } from './affinity.ts';

const of = (body: Record<string, unknown>) => conversationOf(7, 'm', JsonBody.of(body));

test('conversations are told apart by the name that the client gives them', () => {
  assert.equal(of({ messages: [] }), undefined);
  assert.notEqual(of({ prompt_cache_key: 'a' }), of({ prompt_cache_key: 'b' }));
  assert.equal(of({ prompt_cache_key: 'a' }), of({ prompt_cache_key: 'a', messages: [1] }));
  assert.notEqual(of({ metadata: { user_id: 'session-1' } }), of({ metadata: { user_id: 'session-2' } }));
  assert.equal(of({ metadata: { trace: 'x' } }), undefined);
});

test('one key never shares a conversation with another', () => {
  const body = JsonBody.of({ prompt_cache_key: 'a' });
  assert.notEqual(conversationOf(7, 'm', body), conversationOf(8, 'm', body));
});
