import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTotpSecret, stepOf, totpUri } from './totp.ts';

/** RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

for (const [seconds, code] of [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_795_248_000, '606525'],
] as const) {
  const step = Math.floor(seconds / 30);

  test(`at ${seconds} the code is ${code}, also one step early or late and no further`, () => {
    for (const drift of [-1, 0, 1]) assert.equal(stepOf(secret, code, (seconds + drift * 30) * 1000), step);
    assert.equal(stepOf(secret, code, (seconds + 2 * 30) * 1000), undefined);
    assert.equal(stepOf(secret, code, (seconds - 2 * 30) * 1000), undefined);
  });
}

test('a new secret has 160 bits', () => {
  assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/);
  assert.notEqual(newTotpSecret(), newTotpSecret());
});

test('the address for apps names site and account', () => {
  const uri = new URL(totpUri(secret, 'My Gateway', 'ann'));
  assert.equal(uri.protocol, 'otpauth:');
  assert.equal(decodeURIComponent(uri.pathname), '/My Gateway:ann');
  assert.deepEqual(Object.fromEntries(uri.searchParams), {
    issuer: 'My Gateway',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
