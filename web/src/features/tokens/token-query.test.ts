import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKey, readId, readTokenQuery, withTokenQuery } from './token-query.ts';

const read = (text: string) => readTokenQuery(new URLSearchParams(text));
const change = (text: string, by: Parameters<typeof withTokenQuery>[1]) =>
  withTokenQuery(new URLSearchParams(text), by).toString();

test('an address is read back as it was written', () => {
  const text = change('', { keyword: 'prod', status: 3, pageSize: 50, page: 2 });
  assert.deepEqual(read(text), { keyword: 'prod', status: 3, page: 2, pageSize: 50 });
});

test('what no list has falls back to the usual', () => {
  for (const text of ['', 'status=9&page=0&size=7', 'status=x&page=-1&size=1e2', 'page=1.5']) {
    assert.deepEqual(read(text), { keyword: '', status: 0, page: 1, pageSize: 10 }, text);
  }
});

test('other filters and sizes begin at the first page, and leave what is open', () => {
  assert.equal(change('page=4&edit=7', { keyword: 'a' }), 'edit=7&keyword=a');
  assert.equal(change('page=4', { pageSize: 20 }), 'size=20');
  assert.equal(change('keyword=a&page=4', { page: 5 }), 'keyword=a&page=5');
});

test('what is usual does not stand in the address', () => {
  assert.equal(change('keyword=a&status=2&size=20', { keyword: '', status: 0, pageSize: 10 }), '');
});

test('a pasted key is told from a name', () => {
  assert.ok(isKey('sk-abc') && isKey('A1b2'.repeat(12)));
  assert.ok(!isKey('production') && !isKey('a'.repeat(47)) && !isKey('task-1'));
});

test('ids are whole numbers above zero', () => {
  assert.deepEqual([readId('12'), readId('0'), readId('new'), readId(null)], [12, undefined, undefined, undefined]);
});
