import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '@switchyard/contracts';
import { Refusal } from '../../http/answer.ts';
import { canonicalAddress, parseEmailAddress, readEmailAddress } from './email-address.ts';

for (const [typed, address] of [
  [' Ann.Lee@Example.COM ', 'ann.lee@example.com'],
  ["o'neil+tag@sub.example.co.uk", "o'neil+tag@sub.example.co.uk"],
  ['ann@müller.example', 'ann@xn--mller-kva.example'],
] as const) {
  test(`${typed} is stored as ${address}`, () => assert.equal(parseEmailAddress(typed), address));
}

for (const typed of [
  '',
  'ann',
  '@example.com',
  'ann@',
  'ann@localhost',
  'x@a.com@b.com',
  'ann@gmail.com.',
  'ann@.gmail.com',
  'ann@gmail..com',
  'ann@gmail.com/evil',
  'ann@gmail.com:25',
  'ann@gmail%2ecom',
  'ann@[127.0.0.1]',
  'ann@127.0.0.1',
  '"ann b"@example.com',
  'ann b@example.com',
  'ann@exam ple.com',
  '.ann@example.com',
  'ann.@example.com',
  'an..n@example.com',
  'ann@example.com\r\nBcc: eve@example.com',
  'ann\r\n@example.com',
  'ann,eve@example.com',
  'Ann <ann@example.com>',
  'änn@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ann@${'a.'.repeat(126)}com`,
]) {
  test(`${JSON.stringify(typed.slice(0, 40))} is no address`, () => assert.equal(parseEmailAddress(typed), undefined));
}

const { options } = readOptions([
  { key: 'EmailDomainRestrictionEnabled', value: 'true' },
  { key: 'EmailDomainWhitelist', value: 'gmail.com, Müller.example' },
]);
for (const [typed, isAllowed] of [
  ['ann@gmail.com', true],
  ['ann@GMAIL.com', true],
  ['ann@müller.example', true],
  ['ann@xn--mller-kva.example', true],
  ['ann@evilgmail.com', false],
  ['ann@gmail.com.evil.io', false],
  ['ann@sub.gmail.com', false],
  ['ann@gmail.com.', false],
  ['ann@ｇmail.com.evil.io', false],
  ['ann@gmail.co', false],
  ['ann@gmаil.com', false],
] as const) {
  test(`with a list of domains ${typed} is ${isAllowed ? 'taken' : 'refused'}`, () =>
    assert.equal(readEmailAddress(options, typed) instanceof Refusal, !isAllowed));
}

for (const [address, canonical] of [
  ['ann.lee+news@gmail.com', 'annlee@gmail.com'],
  ['ann.lee@googlemail.com', 'annlee@gmail.com'],
  ['ann.lee+news@example.com', 'ann.lee@example.com'],
] as const) {
  test(`${address} is the mail box ${canonical}`, () => assert.equal(canonicalAddress(address), canonical));
}
