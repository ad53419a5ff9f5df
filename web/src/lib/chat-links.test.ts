import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatLinksOf, fillChatLink } from './chat-links.ts';

const use = { key: 'sk-abc', address: 'https://gateway.example' };

test('every place for the key and the address is filled, encoded for an address', () => {
  assert.equal(
    fillChatLink('https://chat.example/#/?settings={"key":"{key}","url":"{address}"}&again={key}', use),
    'https://chat.example/#/?settings={"key":"sk-abc","url":"https%3A%2F%2Fgateway.example"}&again=sk-abc',
  );
  assert.equal(fillChatLink('https://chat.example/?u={url}', use), 'https://chat.example/?u=https%3A%2F%2Fgateway.example');
});

test('a link without places stays as it is', () => {
  assert.equal(fillChatLink('https://chat.example/', use), 'https://chat.example/');
});

test('links are read in the order of the setting', () => {
  const chats = [{ 'First one': 'https://a.example' }, { Second: 'https://b.example' }];
  assert.deepEqual(chatLinksOf({ chats }), [
    { name: 'First one', url: 'https://a.example' },
    { name: 'Second', url: 'https://b.example' },
  ]);
});
