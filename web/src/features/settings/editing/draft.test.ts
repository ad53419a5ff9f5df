import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OptionDefinition } from '@switchyard/console/calls';
import type { OptionField } from '../fields/field.ts';
import { changesOf, isFilled, optionState, sentText } from './draft.ts';

const field: OptionField = { key: 'SystemName', label: 'settings:title' };
const definition: OptionDefinition = {
  key: 'SystemName',
  kind: 'text',
  default: '',
  role: 10,
  secret: false,
  set: true,
  version: 3,
};
const secret = { ...definition, key: 'EpayKey', secret: true };
const draft = (text: string, { clear = false, version = 3 } = {}) => ({ text, clear, version, base: '' });

test('a draft that says the same is no change', () => {
  assert.equal(optionState(field, definition, 'One', draft(' One ')).changed, false);
  assert.equal(optionState(field, definition, '{"a":1}', draft('{ "a": 1 }')).changed, false);
  assert.equal(optionState(field, definition, 'One', draft('Two')).changed, true);
  assert.equal(optionState(field, { ...definition, kind: 'html' }, 'One', draft('One\n')).changed, true);
});

test('a draft is overtaken once the setting has another version than it had', () => {
  assert.equal(optionState(field, definition, 'One', draft('Two')).overtaken, false);
  assert.equal(optionState(field, definition, 'One', draft('Two', { version: 2 })).overtaken, true);
  assert.equal(optionState(field, definition, 'One', draft('One', { version: 2 })).overtaken, false);
});

test('a secret left empty is kept, and one to be taken away is a change', () => {
  assert.equal(optionState(field, secret, '', draft('')).changed, false);
  assert.equal(optionState(field, secret, '', draft('', { clear: true })).changed, true);
  assert.equal(optionState(field, secret, '', draft('new')).changed, true);
});

test('what a secret was and becomes is not in its changes', () => {
  const changes = JSON.stringify(changesOf(optionState(field, secret, '', draft('canary'))));
  assert.doesNotMatch(changes, /canary/);
  const [cleared] = changesOf(optionState(field, secret, '', draft('', { clear: true })));
  assert.equal(cleared?.after, '');
});

test('a secret counts as filled in when it is set and stays, or is typed', () => {
  const filled = (set: boolean, text: string, clear = false) =>
    isFilled(optionState(field, { ...secret, set }, '', draft(text, { clear })));
  assert.deepEqual(
    [filled(true, ''), filled(false, 'x'), filled(false, ''), filled(true, '', true)],
    [true, true, false, false],
  );
});

test('an emptied map is sent as an empty map, markup as it was written', () => {
  const value = (kind: string, text: string) => sentText(optionState(field, { ...definition, kind }, 'x', draft(text)));
  assert.deepEqual(
    [value('ratios', ' '), value('links', ''), value('html', ' <p> '), value('text', ' a ')],
    ['{}', '[]', ' <p> ', 'a'],
  );
});
