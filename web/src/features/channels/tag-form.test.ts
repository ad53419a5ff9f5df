import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noTagChange, tagChange } from './tag-form.ts';

const untouched = noTagChange('red');

test('an untouched form is no modification', () => {
  assert.equal(tagChange('red', untouched), undefined);
  assert.equal(tagChange('red', { ...untouched, newTag: ' red ', modelMapping: '  ' }), undefined);
});

test('a blank name dissolves the tag', () => {
  assert.deepEqual(tagChange('red', { ...untouched, newTag: ' ' }), { tag: 'red', new_tag: '' });
});

test('only what was filled in is sent, 0 included', () => {
  assert.deepEqual(tagChange('red', { ...untouched, weight: 0, models: ['a', 'b'] }), {
    tag: 'red',
    models: 'a,b',
    weight: 0,
  });
  assert.deepEqual(tagChange('red', { ...untouched, groups: ['vip'], priority: -1, modelMapping: '{"a":"b"}' }), {
    tag: 'red',
    groups: 'vip',
    priority: -1,
    model_mapping: '{"a":"b"}',
  });
});
