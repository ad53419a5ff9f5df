import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OptionDefinition } from '@switchyard/console/calls';
import type { OptionField } from '../fields/field.ts';
import { optionState } from './draft.ts';
import { rebased } from './rebased.ts';

const field: OptionField = { key: 'GroupRatio', label: 'settings:title' };
const definition: OptionDefinition = {
  key: 'GroupRatio',
  kind: 'ratios',
  default: '',
  role: 10,
  secret: false,
  set: true,
  version: 9,
};

function rebase(kind: string, base: string, theirs: string, mine: string) {
  const draft = { text: mine, clear: false, base, version: 1 };
  return rebased(optionState(field, { ...definition, kind }, theirs, draft));
}

test('of a map only the own entries are kept, so that nothing of the other person is lost', () => {
  const draft = rebase('ratios', '{"a":1,"b":2,"c":3}', '{"a":9,"b":2,"c":3,"new":7}', '{"a":1,"b":5,"own":4}');
  assert.deepEqual(JSON.parse(draft?.text ?? ''), { a: 9, b: 5, new: 7, own: 4 });
  assert.equal(draft?.version, 9);
});

test('a plain text stays as it was typed, and is no longer overtaken', () => {
  const draft = rebase('text', 'one', 'two', 'three');
  assert.deepEqual(draft, { text: 'three', clear: false, base: 'two', version: 9 });
  assert.equal(optionState(field, { ...definition, kind: 'text' }, 'two', draft).overtaken, false);
});
