import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listModels } from './list-models.ts';

const credentials = { key: 'sk-ant-test', organization: '', other: '' };

test('every page is read, from the last name of the one before', async () => {
  const asked: string[] = [];
  const names = await listModels(async (target, init) => {
    asked.push(target);
    assert.deepEqual(init?.headers, ['anthropic-version', '2023-06-01']);
    if (target.includes('after_id=claude-b')) return { data: [{ id: 'claude-c' }], has_more: false };
    return { data: [{ id: 'claude-a' }, { id: 7 }, { id: 'claude-b' }], has_more: true, last_id: 'claude-b' };
  }, credentials);
  assert.deepEqual(names, ['claude-a', 'claude-b', 'claude-c']);
  assert.equal(asked.length, 2);
});

test('a host that always has more comes to an end, one without a list has none', async () => {
  let pages = 0;
  await listModels(async () => ({ data: [], has_more: true, last_id: `${++pages}` }), credentials);
  assert.equal(pages, 20);
  assert.deepEqual(await listModels(async () => 'x', credentials), []);
});
