import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressLines, wrongAddress } from './address-lines.ts';

test('entries are lines or separated by commas, without blanks', () => {
  assert.deepEqual(addressLines(' 10.0.0.1 \n\n::1,192.0.2.0/24\n'), ['10.0.0.1', '::1', '192.0.2.0/24']);
});

test('addresses and ranges of both versions pass', () => {
  for (const text of ['', '203.0.113.7', '0.0.0.0/0', '10.0.0.0/32', '::1', '2001:db8::/32', '::ffff:192.0.2.1']) {
    assert.equal(wrongAddress(text), undefined, text);
  }
});

test('what is neither is named', () => {
  for (const text of [
    '300.1.1.1',
    '10.0.0.0/33',
    '1',
    '10.0.0',
    '01.2.3.4',
    '2001:db8::/129',
    'host',
    '::g',
    '1.2.3.4/',
    '::/1/2',
  ]) {
    assert.equal(wrongAddress(`10.0.0.1\n${text}`), text);
  }
});
