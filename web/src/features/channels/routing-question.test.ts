import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuestion, toRoutingQuestion } from './routing-question.ts';

const ask = (address: string) => toRoutingQuestion(readQuestion(new URLSearchParams(address)));

test('nothing is asked without a model', () => {
  assert.equal(ask(''), undefined);
  assert.equal(ask('ask=%20&askGroup=vip'), undefined);
});

test('what is blank or no number is not asked for; the operation is chat unless named', () => {
  assert.deepEqual(ask('ask=gpt-4o&askToken=x&askUser=-1'), { model: 'gpt-4o', operation: 'chat' });
  assert.deepEqual(ask('ask=m&askOperation=embeddings&askGroup=vip&askUser=3'), {
    model: 'm',
    operation: 'embeddings',
    group: 'vip',
    user_id: 3,
  });
});

test('a token goes before a user', () => {
  assert.deepEqual(ask('ask=m&askToken=4&askUser=3'), { model: 'm', operation: 'chat', token_id: 4 });
});
