import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changedFields,
  channelFromForm,
  countKeys,
  endsInVersion,
  formFromChannel,
  refusedField,
  splitList,
} from './channel-form.ts';

const blank = formFromChannel(undefined);

test('a new channel starts as the product says: type 1, group default, no order, disabled when it fails', () => {
  const { type, groups, priority, weight, autoBan } = blank;
  assert.deepEqual([type, groups, priority, weight, autoBan], [1, ['default'], 0, 0, true]);
});

test('what is sent has no trailing slash, no negative weight, and no key when none was typed', () => {
  const sent = channelFromForm({ ...blank, baseUrl: ' https://host.example/api// ', weight: -4, key: '  ' });
  assert.deepEqual([sent.base_url, sent.weight, 'key' in sent], ['https://host.example/api', 0, false]);
});

test('an edit sends what differs and nothing that somebody else may have changed meanwhile', () => {
  const before = { ...blank, name: 'main', models: ['a', 'b'], priority: 5 };
  assert.deepEqual(changedFields(before, { ...before, name: 'second', key: 'sk-new' }), {
    name: 'second',
    key: 'sk-new',
  });
  assert.deepEqual(changedFields(before, { ...before, models: ['a', 'b'] }), {});
  assert.deepEqual(changedFields(before, { ...before, type: 18 }), { type: 18, other: 'v2.1' });
});

test('Spark without a version is sent with v2.1, others without', () => {
  assert.equal(channelFromForm({ ...blank, type: 18 }).other, 'v2.1');
  assert.equal(channelFromForm({ ...blank, type: 18, other: 'v3.5' }).other, 'v3.5');
  assert.equal(channelFromForm({ ...blank, type: 1 }).other, '');
});

test('how several keys are used is only sent with several keys', () => {
  const form = { ...blank, keyMode: 'random' } as const;
  assert.equal(channelFromForm({ ...form, key: 'one' }).key_mode, undefined);
  assert.equal(channelFromForm({ ...form, key: 'one\ntwo' }).key_mode, 'random');
});

test('keys are counted by line, but a service account is one key whatever lines it has', () => {
  for (const [text, count] of [
    ['', 0],
    [' \n ', 0],
    ['a', 1],
    ['a\nb\n\na', 2],
    ['{\n"client_email": "x"\n}', 1],
    ['[{"a": 1}, {"b": 2}]', 2],
  ] as const) {
    assert.equal(countKeys(text), count, JSON.stringify(text));
  }
});

test('a base URL with the version is noticed, with and without a slash', () => {
  const addresses = ['https://a.example/v1', 'https://a.example/v1/ ', 'https://a.example/v1beta', 'https://a.example'];
  assert.deepEqual(addresses.map(endsInVersion), [true, true, false, false]);
});

test('names are split at commas, each once', () => {
  assert.deepEqual(splitList(' a, b ,,a'), ['a', 'b']);
});

test('a refusal that begins with a field’s name belongs to the field', () => {
  assert.equal(refusedField('base_url: the host is private'), 'baseUrl');
  assert.equal(refusedField('setting has an unknown entry: x.'), 'setting');
  assert.equal(refusedField('There is no group x.'), undefined);
});
