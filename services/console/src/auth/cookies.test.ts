import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { password, type TestConsole, testConsole } from '../testing/console.ts';

let testing: TestConsole;
before(async () => {
  testing = await testConsole({ config: { trustedProxyCidrs: ['127.0.0.1'] } });
  await testing.addUser({ username: 'somebody' });
});
after(() => testing.close());

async function signInAt(origin: string, headers: Record<string, string> = {}) {
  const visitor = testing.visitor(origin);
  const response = await visitor.request('POST', '/api/user/login', { username: 'somebody', password }, headers);
  visitor.userId = response.json().data.id;
  assert.equal((await visitor.request('GET', '/api/user/self', undefined, headers)).statusCode, 200, origin);
  return new Map(response.cookies.map((cookie) => [cookie.name, cookie]));
}

for (const [origin, headers] of [
  ['http://localhost:3000', {}],
  ['http://127.0.0.1:3000', {}],
  ['http://gateway.example.com', { 'x-forwarded-proto': 'https' }],
] as const) {
  test(`at ${origin} ${JSON.stringify(headers)} the session cookie is __Host- and Secure`, async () => {
    const cookies = await signInAt(origin, headers);
    assert.deepEqual([...cookies.keys()], ['__Host-sid', 'session']);
    for (const cookie of cookies.values()) {
      assert.equal(cookie.secure, true);
      assert.equal(cookie.sameSite, 'Strict');
      assert.equal(cookie.path, '/');
      assert.equal(cookie.domain, undefined);
      assert.equal(cookie.maxAge, 30 * 86_400);
    }
    assert.equal(cookies.get('__Host-sid')?.httpOnly, true);
    assert.equal(cookies.get('session')?.httpOnly, undefined);
    assert.match(cookies.get('session')?.value ?? '', /^ct_[\w-]{43}$/);
    assert.match(cookies.get('__Host-sid')?.value ?? '', /^[\w-]{43}$/);
  });
}

test('on plain http elsewhere sign-in works without the marks', async () => {
  const cookies = await signInAt('http://home.lan:3000');
  assert.deepEqual([...cookies.keys()], ['sid', 'session']);
  for (const cookie of cookies.values()) {
    assert.equal(cookie.secure, undefined);
    assert.equal(cookie.sameSite, 'Strict');
  }
  assert.equal(cookies.get('sid')?.httpOnly, true);
});

test('only https answers ask browsers to stay with https', async () => {
  const visitor = testing.visitor('http://gateway.example.com');
  const plain = await visitor.request('GET', '/api/status');
  assert.equal(plain.headers['strict-transport-security'], undefined);
  const secure = await visitor.request('GET', '/api/status', undefined, { 'x-forwarded-proto': 'https' });
  assert.match(String(secure.headers['strict-transport-security']), /max-age/);
});

test('X-Forwarded headers of a client that is no trusted proxy count for nothing', async () => {
  const untrusting = await testConsole();
  await untrusting.addUser({ username: 'somebody' });
  const forged = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
  const visitor = untrusting.visitor('http://home.lan:3000');
  const response = await visitor.request('POST', '/api/user/login', { username: 'somebody', password }, forged);
  assert.deepEqual(
    response.cookies.map(({ name }) => name),
    ['sid', 'session'],
  );
  const { ip } = await untrusting.db.selectFrom('sessions').select('ip').executeTakeFirstOrThrow();
  assert.equal(ip, '127.0.0.1');
  await untrusting.close();
});
