import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PricingEntry } from '@switchyard/console/calls';
import { listPrice, vendorsOf } from './offer.ts';

const model = (fields: Partial<PricingEntry>): PricingEntry => ({
  model_name: 'm',
  quota_type: 0,
  model_ratio: 1,
  completion_ratio: 1,
  cache_ratio: 1,
  price: 0,
  model_price: 0,
  unit: 'tokens',
  owner_by: 'openai',
  enable_groups: ['default'],
  supported_endpoint_types: [],
  card: {},
  ...fields,
});

test('models stand with their maker, the largest first, and those of unknown makers nowhere', () => {
  const vendors = vendorsOf([
    model({ model_name: 'a', owner_by: 'anthropic' }),
    model({ model_name: 'b' }),
    model({ model_name: 'c', owner_by: 'openai-open-weight' }),
    model({ model_name: 'd', owner_by: '' }),
  ]);
  assert.deepEqual(
    vendors.map(({ name, models }) => [name, models.map((one) => one.model_name)]),
    [
      ['OpenAI', ['b', 'c']],
      ['Anthropic', ['a']],
    ],
  );
});

test('prices are dollars for a million tokens, or for a call', () => {
  assert.equal(listPrice(model({ model_ratio: 1.25, completion_ratio: 8 })), '$2.50 / $20');
  assert.equal(listPrice(model({ model_ratio: 0.0375, completion_ratio: 4 })), '$0.075 / $0.30');
  assert.equal(listPrice(model({ model_ratio: 0.01, completion_ratio: 0 })), '$0.02');
  assert.equal(listPrice(model({ unit: 'calls', price: 0.04 })), '$0.04');
  assert.equal(listPrice(model({ unit: 'seconds', price: 0.1 })), undefined);
});
