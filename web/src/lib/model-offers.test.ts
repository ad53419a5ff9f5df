import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatModels, type ModelOffer, offersOfKey } from './model-offers.ts';

const offer = (name: string, groups: string[], types = ['openai', 'anthropic']): ModelOffer => ({
  model_name: name,
  enable_groups: groups,
  supported_endpoint_types: types,
  quota_type: 0,
  model_ratio: 1,
  completion_ratio: 1,
  cache_ratio: 0,
  price: 0,
  model_price: 0,
  unit: 'tokens',
  owner_by: '',
  card: {},
});
const offers = [offer('a', ['default']), offer('b', ['default', 'vip']), offer('c', ['vip'], ['embeddings'])];
const names = (list: readonly ModelOffer[]) => list.map(({ model_name: name }) => name);

test('a key reaches the models of its group, without one those of its owner’s first', () => {
  const free = { group: '', model_limits_enabled: false, model_limits: '' };
  assert.deepEqual(names(offersOfKey(offers, free, 'default')), ['a', 'b']);
  assert.deepEqual(names(offersOfKey(offers, free, 'default,vip')), ['a', 'b']);
  assert.deepEqual(names(offersOfKey(offers, free, 'vip,default')), ['b', 'c']);
  assert.deepEqual(names(offersOfKey(offers, { ...free, group: 'vip' }, 'default')), ['b', 'c']);
});

test('the list of a key cuts the models down, also to none, and only while it is switched on', () => {
  const listed = { group: '', model_limits_enabled: true, model_limits: 'b,gone' };
  assert.deepEqual(names(offersOfKey(offers, listed, 'default')), ['b']);
  assert.deepEqual(names(offersOfKey(offers, { ...listed, model_limits: '' }, 'default')), []);
  assert.deepEqual(names(offersOfKey(offers, { ...listed, model_limits_enabled: false }, 'default')), ['a', 'b']);
});

test('models that do not chat are left out of chats', () => {
  assert.deepEqual(chatModels(offers), ['a', 'b']);
});
