import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, seal } from './envelope.ts';
import { deriveKeys, generateSecret } from './keys.ts';

const { channelKey, optionKey } = deriveKeys(generateSecret());
const place = { table: 'channels', id: 5, field: 'key_sealed' };
const text = 'sk-upstream-Ключ-鍵';

test('what was sealed opens again, also when empty', () => {
  assert.equal(open(channelKey, seal(channelKey, text, place), place), text);
  assert.equal(open(channelKey, seal(channelKey, '', place), place), '');
});

test('the same text is never sealed twice alike and never readable', () => {
  const sealed = seal(channelKey, text, place);
  assert.notEqual(sealed, seal(channelKey, text, place));
  assert.ok(!Buffer.from(sealed.split('.')[2] ?? '', 'base64url').includes('upstream'));
});

for (const other of [
  { ...place, id: 6 },
  { ...place, field: 'other' },
  { ...place, table: 'tokens' },
]) {
  test(`a sealed text copied to ${other.table}.${other.field} of ${other.id} does not open there`, () => {
    assert.throws(() => open(channelKey, seal(channelKey, text, place), other), /changed, or moved/);
  });
}

test('a change of any byte is noticed', () => {
  const [version, id, body] = seal(channelKey, text, place).split('.');
  const bytes = Buffer.from(body ?? '', 'base64url');
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    assert.throws(() => open(channelKey, `${version}.${id}.${changed.toString('base64url')}`, place), /changed/);
  }
});

test('another key says that the secret differs, not that data is broken', () => {
  assert.throws(() => open(optionKey, seal(channelKey, text, place), place), /another SWITCHYARD_SECRET/);
});

for (const bad of ['', 'plain key', 'v1.abcdef', 'v1.abcdef.AAAA', `v2.${channelKey.id}.${'A'.repeat(60)}`]) {
  test(`"${bad.slice(0, 20)}" is refused as not sealed, and not shown`, () => {
    assert.throws(() => open(channelKey, bad, place), { message: 'channels.key_sealed of 5 is not a sealed text' });
  });
}
