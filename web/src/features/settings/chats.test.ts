import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChats, writeChats } from './chats.ts';

test('links keep their order and names through the table', () => {
  const text = '[{"One":"https://a.example/?k={key}"},{"Two":"app://x","Three":"https://c.example"}]';
  const links = readChats(text) ?? [];
  assert.deepEqual(
    links.map(({ name }) => name),
    ['One', 'Two', 'Three'],
  );
  assert.deepEqual(readChats(writeChats(links)), links);
});

test('two links of one name are both kept', () => {
  const twins = [
    { name: 'A', address: 'https://a.example' },
    { name: 'A', address: 'https://b.example' },
  ];
  assert.deepEqual(readChats(writeChats(twins)), twins);
});

test('anything but a list of named addresses is not read', () => {
  for (const text of ['{}', '[1]', '[null]', '[["a"]]', '[{"a":1}]', '[{'])
    assert.equal(readChats(text), undefined, text);
  assert.deepEqual(readChats(''), []);
});
