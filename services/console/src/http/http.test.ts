import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { limitedAddress } from './origin.ts';
import { pageFromOne, pageFromZero } from './page.ts';
import { compileValidator, InvalidInput } from './validator.ts';

const schema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 3 }),
  count: Type.Integer({ default: 7 }),
  on: Type.Optional(Type.Boolean()),
});
const validate = (httpPart: 'body' | 'querystring', value: unknown) =>
  compileValidator({ schema, httpPart, method: 'POST', url: '/' })(value) as { value?: unknown; error?: Error };

test('a body is taken as it is: unknown fields dropped, defaults filled in, nothing converted', () => {
  assert.deepEqual(validate('body', { name: 'a', role: 100 }).value, { name: 'a', count: 7 });
  assert.ok(validate('body', { name: 'a', count: '1' }).error instanceof InvalidInput);
  assert.ok(validate('body', { name: 'a', on: 'true' }).error instanceof InvalidInput);
  const polluted = JSON.parse('{"name":"a","__proto__":{"role":100},"constructor":{"x":1}}');
  assert.deepEqual(Object.keys(validate('body', polluted).value as object), ['name', 'count']);
});

test('a query is text: converted, and blank counts as absent', () => {
  assert.deepEqual(validate('querystring', { name: 'a', count: '12', on: 'true' }).value, {
    name: 'a',
    count: 12,
    on: true,
  });
  assert.deepEqual(validate('querystring', { name: 'a', count: '', on: '' }).value, { name: 'a', count: 7 });
});

for (const [value, said] of [
  [{}, 'Please fill in: name.'],
  [{ name: '' }, 'name must not be empty.'],
  [{ name: 'long' }, 'name must have at most 3 characters.'],
  [{ name: 'a', count: 1.5 }, 'count must be a whole number.'],
  [null, 'Send a JSON object.'],
  [[], 'Send a JSON object.'],
] as const) {
  test(`${JSON.stringify(value)} is answered: ${said}`, () => {
    assert.equal(validate('body', value).error?.message, said);
  });
}

test('limits see one household as one: IPv6 by /64, IPv4 in IPv6 as IPv4', () => {
  for (const [ip, limited] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ] as const) {
    assert.equal(limitedAddress(ip), limited);
  }
});

test('pages are clamped', () => {
  assert.deepEqual(pageFromOne({ p: -5, page_size: 0 }), { page: 1, size: 1, offset: 0 });
  assert.deepEqual(pageFromOne({ p: 3, page_size: 1e6 }), { page: 3, size: 100, offset: 200 });
  assert.deepEqual(pageFromZero({ p: 2, size: 10 }), { page: 2, size: 10, offset: 20 });
});
