import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiKey } from '../../lib/api-keys.ts';
import type { ModelOffer } from '../../lib/model-offers.ts';
import { choosePlayKey, playKeys } from './play-key.ts';

const offer = (name: string, type = 'openai') =>
  ({ model_name: name, enable_groups: ['default'], supported_endpoint_types: [type] }) as unknown as ModelOffer;
const offers = [offer('a'), offer('b'), offer('vectors', 'embeddings')];
const key = (id: number, fields: Partial<ApiKey> = {}) =>
  ({ id, status: 1, group: '', model_limits_enabled: false, model_limits: '', ...fields }) as ApiKey;
const listed = (models: string) => ({ model_limits_enabled: true, model_limits: models });

const keys = playKeys(
  [key(5, { status: 2 }), key(4, listed('vectors')), key(3, listed('b')), key(2, { group: 'vip' }), key(1)],
  offers,
  'default,vip',
);

test('keys that are off, or reach no chat model, are left out', () => {
  assert.deepEqual(
    keys.map(({ key: { id }, models }) => [id, models]),
    [
      [3, ['b']],
      [1, ['a', 'b']],
    ],
  );
});

test('the chosen key counts, else one that reaches the model, else the newest', () => {
  assert.equal(choosePlayKey(keys, 1, 'b')?.key.id, 1);
  assert.equal(choosePlayKey(keys, 0, 'a')?.key.id, 1);
  assert.equal(choosePlayKey(keys, 0, 'unknown')?.key.id, 3);
  assert.equal(choosePlayKey([], 1, 'a'), undefined);
});
