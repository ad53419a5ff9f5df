import assert from 'node:assert/strict';
import { hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import { deriveKeys, generateSecret } from './keys.ts';

const secret = Buffer.alloc(32, 7).toString('base64');

test('the same secret gives the same keys, another secret gives others', () => {
  assert.deepEqual(deriveKeys(secret), deriveKeys(secret));
  assert.notDeepEqual(deriveKeys(generateSecret()), deriveKeys(generateSecret()));
});

test('no two purposes share a key', () => {
  const keys = deriveKeys(secret);
  const all = [
    keys.channelKey.bytes,
    keys.channelPepper,
    keys.optionKey.bytes,
    keys.tokenCipher.bytes,
    keys.totpKey.bytes,
    keys.codeCipher.bytes,
    keys.codePepper,
    keys.tokenPepper,
    keys.sessionKey,
    keys.emailCodeKey,
    keys.taskLinkKey,
    Buffer.from(keys.internalToken, 'base64url'),
  ].map((bytes) => Buffer.from(bytes).toString('hex'));
  assert.equal(new Set(all).size, all.length);
  assert.ok(all.every((hex) => hex.length === 64));
});

test('stored data stays readable: the derivation never changes', () => {
  const expected = new Uint8Array(hkdfSync('sha256', Buffer.alloc(32, 7), '', 'switchyard/channel-key/1', 32));
  assert.deepEqual(deriveKeys(secret).channelKey.bytes, expected);
  assert.equal(deriveKeys(secret).channelKey.id, 'lAxFnq');
});

test('base64url, missing padding and a line end are read as the same secret', () => {
  const bytes = Buffer.alloc(33, 0xfb);
  const keys = deriveKeys(bytes.toString('base64'));
  assert.deepEqual(deriveKeys(`${bytes.toString('base64url')}\n`), keys);
});

for (const [name, bad] of [
  ['empty', ''],
  ['too short', Buffer.alloc(31, 1).toString('base64')],
  ['a passphrase', 'correct horse battery staple and some more words after it'],
] as const) {
  test(`a secret that is ${name} is refused with a way out and without showing it`, () => {
    assert.throws(
      () => deriveKeys(bad),
      (error: Error) => /openssl rand -base64 32/.test(error.message) && (bad === '' || !error.message.includes(bad)),
    );
  });
}
