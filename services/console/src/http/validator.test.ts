import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { password, type TestConsole, testConsole } from '../testing/console.ts';
import type { Visitor } from '../testing/visitor.ts';

let testing: TestConsole;
let user: Visitor;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'ann' });
  user = await testing.signedIn('ann');
});
after(() => testing.close());

const nul = 'a\u0000b';

for (const [method, url, body, field] of [
  ['POST', '/api/user/login', { username: nul, password }, 'username'],
  ['POST', '/api/user/register', { username: 'new', password, password2: password, aff_code: nul }, 'aff_code'],
  ['GET', '/api/oauth/state?aff=a%00b', undefined, 'aff'],
  ['PUT', '/api/user/self', { display_name: nul }, 'display_name'],
  ['GET', '/api/token/search?keyword=a%00b', undefined, 'keyword'],
] as const) {
  test(`${method} ${url}: a NUL, which Postgres cannot store, is refused by the name of its field`, async () => {
    const response = await user.request(method, url, body);
    assert.equal(response.statusCode, 200, response.body);
    assert.deepEqual([response.json().success, response.json().message.includes(field)], [false, true], response.body);
  });
}

test('half of a character, which Postgres cannot store in JSON, is refused by the name of its field', async () => {
  const body = { amount: 10, currency: 'USD', payment_method: 'card', request_id: 'r', merchant_order_id: 'a\ud800' };
  const intent = await user.request('POST', '/api/user/intent/create', body);
  assert.equal(intent.json().message, 'merchant_order_id must not contain half of a character.');
  const named = await user.request('PUT', '/api/user/self', { display_name: '\udc00' });
  assert.equal(named.json().message, 'display_name must not contain half of a character.');
  assert.equal((await user.request('PUT', '/api/user/self', { display_name: 'a whole 😀' })).json().success, true);
});

test('what is hidden in JSON within a text is refused like what stands in the open', async () => {
  await testing.addUser({ username: 'boss', role: 10 });
  const admin = await testing.signedIn('boss');
  const channel = { type: 1, name: 'one', key: 'sk-key', models: 'gpt-4o', group: 'default' };
  const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  for (const [field, value, said] of [
    ['model_mapping', '{"a":"b\\u0000"}', 'model_mapping.a must not contain a NUL.'],
    ['model_mapping', '{"a\\u0000":"b"}', 'model_mapping must not contain a NUL.'],
    ['model_mapping', '{"a":"\\ud800"}', 'model_mapping.a must not contain half of a character.'],
    ['param_override', '{"a":{"b":["\\u0000"]}}', 'param_override.a.b.0 must not contain a NUL.'],
    ['param_override', deep, 'param_override has too many levels.'],
  ] as const) {
    const response = await admin.request('POST', '/api/channel/', { ...channel, [field]: value });
    assert.equal(response.json().message, said);
  }
  for (const [map, said] of [
    ['{"a\\ud800":{"input_cost_per_token":1e-6}}', 'map must not contain half of a character.'],
    [`{"a":{"b":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`, 'map has too many levels.'],
  ] as const) {
    assert.equal((await admin.request('POST', '/api/option/prices/diff', { map })).json().message, said);
  }
});

test('a type of log rows that no row can have is refused', async () => {
  const response = await user.request('GET', '/api/log/self?type=40000');
  assert.equal(response.statusCode, 200, response.body);
  assert.match(response.json().message, /^type /);
});

test('a whole number that is too large to be exact is refused', async () => {
  for (const id of [1e300, 2 ** 53]) {
    const response = await user.request('PUT', '/api/token/', { id, name: 'key' });
    assert.equal(response.statusCode, 200, response.body);
    assert.match(response.json().message, /^id /);
  }
});

test('a body of too many levels is refused, and never an internal error', async () => {
  for (const levels of [65, 10_000]) {
    const body = `{"setting":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const response = await user.request('PUT', '/api/user/setting', body, { 'content-type': 'application/json' });
    assert.equal(response.statusCode, 200, response.body);
    assert.equal(response.json().success, false);
  }
});

test('an address that cannot be decoded is refused in the shape of all refusals', async () => {
  const response = await user.request('GET', '/api/user/orders/%f0%28');
  assert.equal(response.statusCode, 400);
  assert.deepEqual(response.json(), { success: false, message: 'The request is not valid.' });
});
