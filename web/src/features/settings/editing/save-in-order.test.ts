import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OptionDefinition, OptionKey } from '@switchyard/console/calls';
import type { OptionSaving } from '../api.ts';
import { places } from '../fields/tabs.ts';
import { optionState } from './draft.ts';
import { heldBack, saveInOrder } from './save-in-order.ts';

function changed(key: OptionKey, text: string, { clear = false, secret = false } = {}) {
  const field = places.get(key)?.field;
  assert.ok(field);
  const definition: OptionDefinition = { key, kind: 'text', default: '', role: 10, secret, set: true, version: 4 };
  return optionState(field, definition, 'old', { text, clear, base: 'old', version: 4 });
}

test('a refused setting does not keep the others from being saved, and is named', async () => {
  const calls: string[] = [];
  const refused = await saveInOrder([changed('SystemName', 'a'), changed('Footer', 'b')], async ({ key }) => {
    calls.push(key);
    if (key === 'SystemName') throw new Error('no');
    return 5;
  });
  assert.deepEqual(calls, ['SystemName', 'Footer']);
  assert.deepEqual([...refused.keys()], ['SystemName']);
});

test('every call names the version that was looked at; of price maps the next one that of the last', async () => {
  const calls: OptionSaving[] = [];
  const states = [changed('CompletionRatio', '{}'), changed('ModelRatio', '{}'), changed('Footer', 'x')];
  await saveInOrder(states, async (saving) => {
    calls.push(saving);
    return 70 + calls.length;
  });
  assert.deepEqual(
    calls.map(({ key, version }) => [key, version]),
    [
      ['ModelRatio', 4],
      ['Footer', 4],
      ['CompletionRatio', 71],
    ],
  );
});

test('after a price map that is refused no other is saved: they hold one change', async () => {
  const calls: string[] = [];
  const no = new Error('no');
  const states = [
    changed('CacheRatio', '{}'),
    changed('CompletionRatio', '{}'),
    changed('ModelRatio', '{}'),
    changed('Footer', 'x'),
  ];
  const refused = await saveInOrder(states, async ({ key }) => {
    calls.push(key);
    if (key === 'ModelRatio') throw no;
    return 5;
  });
  assert.deepEqual(calls, ['ModelRatio', 'Footer']);
  assert.deepEqual(Object.fromEntries(refused), { ModelRatio: no, CacheRatio: heldBack, CompletionRatio: heldBack });
});

test('a secret is taken away with an order of its own', async () => {
  const calls: OptionSaving[] = [];
  await saveInOrder([changed('EpayKey', 'typed', { clear: true, secret: true })], async (saving) => {
    calls.push(saving);
    return 1;
  });
  assert.deepEqual(calls, [{ key: 'EpayKey', value: '', version: 4, clear: true }]);
});
