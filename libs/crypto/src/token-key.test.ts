import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { generateTokenKey, hashTokenKey, maskTokenKey } from './token-key.ts';

const pepper = new Uint8Array(32).fill(9);

test('a key is sk- and 48 characters of [0-9A-Za-z], and never comes twice', () => {
  const keys = Array.from({ length: 1000 }, generateTokenKey);
  for (const key of keys) assert.match(key, /^sk-[0-9A-Za-z]{48}$/);
  assert.equal(new Set(keys).size, keys.length);
});

test('every character of the alphabet appears about equally often', () => {
  const counts = new Map<string, number>();
  const draws = 2000;
  for (let index = 0; index < draws; index++) {
    for (const character of generateTokenKey().slice(3, 45)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const expected = (draws * 42) / 62;
  assert.equal(counts.size, 62);
  for (const count of counts.values()) assert.ok(Math.abs(count - expected) < expected * 0.25, `${count}`);
});

test('the last 6 characters are the CRC-32 of the rest in base 62', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  for (let index = 0; index < 200; index++) {
    const key = generateTokenKey();
    const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
    assert.equal(value, crc32(key.slice(0, -6)));
  }
});

test('a mask shows four characters at each end, and nothing of a short key', () => {
  const bare = `AbCd${'x'.repeat(40)}WxYz`;
  assert.equal(maskTokenKey(`sk-${bare}`), 'sk-AbCd**********WxYz');
  assert.equal(maskTokenKey(bare), 'sk-AbCd**********WxYz');
  assert.equal(maskTokenKey('sk-shortkey1234'), 'sk-**********');
});

test('the hash is HMAC-SHA256 under the pepper, the same with and without sk-', () => {
  const key = generateTokenKey();
  const expected = createHmac('sha256', pepper).update(key.slice(3)).digest();
  assert.deepEqual(hashTokenKey(pepper, key), expected);
  assert.deepEqual(hashTokenKey(pepper, key.slice(3)), expected);
  assert.notDeepEqual(hashTokenKey(new Uint8Array(32), key), expected);
});
