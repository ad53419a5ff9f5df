import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGroups, writeGroups } from './groups.ts';

const texts = {
  GroupRatio: '{"vip":0.8,"default":1}',
  UserUsableGroups: '{"default":"Standard","trial":"For a week"}',
  TopupGroupRatio: '{"vip":0.95}',
};

test('a group has one row whichever option names it, the default one first', () => {
  assert.deepEqual(readGroups(texts), [
    { name: 'default', ratio: '1', description: 'Standard', topUpRatio: undefined },
    { name: 'vip', ratio: '0.8', description: undefined, topUpRatio: '0.95' },
    { name: 'trial', ratio: undefined, description: 'For a week', topUpRatio: undefined },
  ]);
});

test('a group that is listed keeps its row and its place without a figure', () => {
  const rows = readGroups({ ...texts, GroupRatio: '{"default":1}', TopupGroupRatio: '{}' }, [
    'default',
    'vip',
    'trial',
  ]);
  assert.deepEqual(
    rows?.map(({ name }) => name),
    ['default', 'vip', 'trial'],
  );
  assert.deepEqual(rows?.[1], { name: 'vip', ratio: undefined, description: undefined, topUpRatio: undefined });
  assert.deepEqual(JSON.parse(writeGroups(rows ?? []).GroupRatio), { default: 1 });
});

test('what is read is written again, and each option keeps to its own groups', () => {
  const written = writeGroups(readGroups(texts) ?? []);
  for (const [key, text] of Object.entries(texts)) {
    assert.deepEqual(JSON.parse(written[key as keyof typeof texts]), JSON.parse(text), key);
  }
});

test('a text that is no JSON object is left to its editor', () => {
  assert.equal(readGroups({ ...texts, GroupRatio: '[1]' }), undefined);
});

test('a group called like a member of every object is a group', () => {
  const rows = readGroups({ ...texts, GroupRatio: '{"constructor":2}' });
  assert.equal(rows?.find(({ name }) => name === 'constructor')?.ratio, '2');
  assert.equal(rows?.find(({ name }) => name === 'default')?.ratio, undefined);
});
