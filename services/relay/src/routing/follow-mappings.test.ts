import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followMappings } from './follow-mappings.ts';

test('a chain leads to its end from each of its models, whatever their order', () => {
  const ends = followMappings({ b: 'c', a: 'b', c: 'd', other: 'x' });
  assert.deepEqual(Object.fromEntries(ends), { a: 'd', b: 'd', c: 'd', other: 'x' });
  assert.equal(followMappings({}).get('constructor'), undefined);
});

test('a circle that got into the database ends somewhere', () => {
  assert.deepEqual([...followMappings({ a: 'b', b: 'a' }).keys()], ['a', 'b']);
});
