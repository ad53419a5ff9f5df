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
