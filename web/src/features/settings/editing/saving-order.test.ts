import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OptionDefinition, OptionKey } from '@switchyard/console/calls';
import { places } from '../fields/tabs.ts';
import { optionState } from './draft.ts';
import { savingsOf } from './saving-order.ts';

function state(key: OptionKey, text: string, kind = 'text') {
  const place = places.get(key);
  assert.ok(place);
  const definition: OptionDefinition = { key, kind, default: '', role: 10, secret: false, set: true, version: 0 };
  return optionState(place.field, definition, 'before', { text, clear: false, base: 'before', version: 0 });
}

const order = (...states: ReturnType<typeof state>[]) => savingsOf(states).map(({ key }) => key);

test('a switch goes on after what it needs', () => {
  assert.deepEqual(
    order(state('EnabledStripe', 'true', 'boolean'), state('StripeApiKey', 'x'), state('ServerAddress', 'https://a')),
    ['StripeApiKey', 'ServerAddress', 'EnabledStripe'],
  );
  assert.deepEqual(order(state('PayAddress', 'https://p'), state('ServerAddress', 'https://a')), [
    'ServerAddress',
    'PayAddress',
  ]);
});

test('a switch goes off before what it needs is emptied', () => {
  assert.deepEqual(order(state('ServerAddress', ''), state('EnabledStripe', 'false', 'boolean')), [
    'EnabledStripe',
    'ServerAddress',
  ]);
  assert.deepEqual(order(state('ServerAddress', ''), state('PayAddress', '')), ['PayAddress', 'ServerAddress']);
});

test('input prices are written before what multiplies them', () => {
  assert.deepEqual(order(state('CacheRatio', '{}'), state('CompletionRatio', '{}'), state('ModelRatio', '{}')), [
    'ModelRatio',
    'CacheRatio',
    'CompletionRatio',
  ]);
});

test('a saving carries the version at which its draft was begun, and says so when a secret is taken away', () => {
  const secret = state('EpayKey', 'typed');
  const cleared = { ...secret, draft: { text: 'typed', clear: true, base: '', version: 4 } };
  assert.deepEqual(savingsOf([cleared, state('Footer', ' x ')]), [
    { key: 'EpayKey', value: '', version: 4, clear: true },
    { key: 'Footer', value: 'x', version: 0 },
  ]);
});
