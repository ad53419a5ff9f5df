import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passkeyObstacle } from './passkey-obstacle.ts';

const fine = {
  enabled: true,
  serverAddress: 'https://gateway.example.com/',
  origin: 'https://gateway.example.com',
  isSecure: true,
  browserCan: true,
};

test('a passkey can be made at the address of the site, over https, by a browser that knows passkeys', () => {
  assert.equal(passkeyObstacle(fine), undefined);
});

test('says what is missing, first what the administrator can mend', () => {
  for (const [change, obstacle] of [
    [{ serverAddress: '', enabled: false }, 'noAddress'],
    [{ enabled: false }, 'off'],
    [{ origin: 'https://other.example.com' }, 'elsewhere'],
    [{ origin: 'http://gateway.example.com', isSecure: false }, 'elsewhere'],
    [
      { serverAddress: 'http://gateway.example.com', origin: 'http://gateway.example.com', isSecure: false },
      'insecure',
    ],
    [{ browserCan: false }, 'browser'],
  ] as const) {
    assert.equal(passkeyObstacle({ ...fine, ...change }), obstacle, JSON.stringify(change));
  }
});
