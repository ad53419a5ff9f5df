import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePaymentHosts } from './payment-hosts.ts';

test('addresses are read by processor, without the slash at their end; nothing is none', () => {
  assert.deepEqual(parsePaymentHosts(''), {});
  assert.deepEqual(parsePaymentHosts('stripe=http://127.0.0.1:4010/, airwallex=https://pay.example.com'), {
    stripe: 'http://127.0.0.1:4010',
    airwallex: 'https://pay.example.com',
  });
});

for (const text of ['stripe', 'stripe=', 'stripe=127.0.0.1', 'stripe=https://a.example/v1', '=https://a.example']) {
  test(`"${text}" is refused with what to write`, () => {
    assert.throws(
      () => parsePaymentHosts(text),
      /PAYMENT_HOSTS: .* is not written as stripe=https:\/\/stripe\.example\.com/,
    );
  });
}
