import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatLinksOf, fillChatLink } from './chat-links.ts';

test('key and address are filled in wherever they are named, escaped', () => {
  assert.equal(
    fillChatLink('https://chat.example/?k={key}&u={address}#{key}', {
      key: 'sk-a+b',
      address: 'https://gateway.example:8443',
    }),
    'https://chat.example/?k=sk-a%2Bb&u=https%3A%2F%2Fgateway.example%3A8443#sk-a%2Bb',
  );
});

test('a link with settings in JSON hands over key and address as they are', () => {
  const filled = fillChatLink('https://chat.example.com/#/?settings={"key":"{key}","url":"{address}"}', {
    key: 'sk-a+b',
    address: 'https://gateway.example:8443',
  });
  // As a browser goes there, and the application reads it.
  const settings = decodeURIComponent(new URL(filled).hash.replace('#/?settings=', ''));
  assert.deepEqual(JSON.parse(settings), { key: 'sk-a+b', url: 'https://gateway.example:8443' });
});

test('the links keep the order of the setting', () => {
  assert.deepEqual(chatLinksOf({ chats: [{ Web: 'https://chat.example' }, { App: 'app://open' }] }), [
    { name: 'Web', url: 'https://chat.example' },
    { name: 'App', url: 'app://open' },
  ]);
});
