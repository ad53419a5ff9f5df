import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressRules } from './address-rules.ts';

for (const [what, allowed, denied, permitted, refused] of [
  [
    'addresses',
    ['192.0.2.1', '::ffff:192.0.2.9'],
    [],
    ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.9'],
    ['192.0.2.2', '::1'],
  ],
  ['ranges', ['10.0.0.0/8', '2001:db8::/32'], [], ['10.9.9.9', '2001:db8::7'], ['11.0.0.1', '2001:db9::']],
  ['denied ranges', [], ['10.0.0.0/8', '2001:db8::/32'], ['11.0.0.1', '::1'], ['10.0.0.1', '2001:db8:1::']],
  ['a hole in what is allowed', ['10.0.0.0/8'], ['10.1.0.0/16'], ['10.2.0.1'], ['10.1.2.3', '11.0.0.1']],
  ['an entry that is none', ['anywhere'], [], [], ['10.0.0.1']],
  ['a caller without an address', [], ['10.0.0.1'], [], ['']],
] as const) {
  test(`${what}: who may and who may not`, () => {
    const rules = AddressRules.of(allowed, denied);
    for (const ip of permitted) assert.equal(rules?.permit(ip), true, ip);
    for (const ip of refused) assert.equal(rules?.permit(ip), false, ip);
  });
}

test('without entries there are no rules to look at', () => {
  assert.equal(AddressRules.of([], []), undefined);
});
