import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type FakeTurnstile, fakeTurnstile } from '@switchyard/testing/third-parties/turnstile';
import { password, type TestConsole, testConsole } from '../testing/console.ts';
import { setOptions } from '../testing/set-options.ts';
import type { Visitor } from '../testing/visitor.ts';

const host = 'gateway.example.com';
const failed = /human check did not pass/;
let turnstile: FakeTurnstile;
let testing: TestConsole;
let visitor: Visitor;
let visitors = 0;
before(async () => {
  turnstile = await fakeTurnstile();
  testing = await testConsole({ config: { turnstileUrl: turnstile.url } });
  await setOptions(testing, {
    ServerAddress: `https://${host}`,
    TurnstileCheckEnabled: 'true',
    TurnstileSiteKey: 'site-key',
    TurnstileSecretKey: turnstile.secret,
    EmailVerificationEnabled: 'true',
    SMTPServer: 'mail.example.com',
    SMTPAccount: 'gateway@example.com',
  });
  await testing.addUser({ username: 'ann' });
});
beforeEach(() => {
  visitor = testing.visitor();
  visitor.address = `10.2.0.${++visitors}`;
});
after(async () => {
  await testing.close();
  await turnstile.close();
});

const signIn = (token: string) => visitor.post(`/api/user/login?turnstile=${token}`, { username: 'ann', password });

for (const [name, call] of Object.entries({
  'POST /api/user/login': signIn,
  'POST /api/user/register': (token: string) =>
    visitor.post(`/api/user/register?turnstile=${token}`, { username: 'ann', password, password2: password }),
  'GET /api/verification': (token: string) => visitor.get(`/api/verification?email=a@example.com&turnstile=${token}`),
  'GET /api/reset_password': (token: string) =>
    visitor.get(`/api/reset_password?email=b@example.com&turnstile=${token}`),
})) {
  test(`${name} needs a human check of its own`, async () => {
    assert.match((await call('')).message, failed);
    const token = turnstile.solve(host);
    assert.doesNotMatch((await call(token)).message, failed);
    visitor.address = `10.2.1.${++visitors}`;
    assert.match((await call(token)).message, failed, 'once');
  });
}

test('a token that nobody was given, and one of another site, are refused', async () => {
  assert.match((await signIn('made-up')).message, failed);
  assert.match((await signIn(turnstile.solve('evil.example.com'))).message, failed);
});

test('a token that is too long is refused before anybody is asked', async () => {
  assert.equal((await signIn('x'.repeat(2049))).success, false);
});

test('while the check cannot be verified nobody passes', async () => {
  turnstile.outage = '<html>try later</html>';
  assert.match((await signIn(turnstile.solve(host))).message, failed);
  turnstile.outage = undefined;
  const before = testing.config.turnstileUrl;
  Object.assign(testing.config, { turnstileUrl: 'http://127.0.0.1:9' });
  assert.match((await signIn(turnstile.solve(host))).message, failed);
  Object.assign(testing.config, { turnstileUrl: before });
  assert.equal((await signIn(turnstile.solve(host))).success, true);
});

test("the visitor's address is told only where a proxy is trusted to know it", async () => {
  turnstile.addresses.length = 0;
  await signIn(turnstile.solve(host));
  assert.deepEqual(turnstile.addresses, [undefined]);
  const behindProxy = await testConsole({ config: { turnstileUrl: turnstile.url, trustedProxyCidrs: ['127.0.0.1'] } });
  await setOptions(behindProxy, {
    ServerAddress: `https://${host}`,
    TurnstileCheckEnabled: 'true',
    TurnstileSiteKey: 'site-key',
    TurnstileSecretKey: turnstile.secret,
  });
  const url = `/api/user/login?turnstile=${turnstile.solve(host)}`;
  await behindProxy.visitor().request('POST', url, { username: 'x', password }, { 'x-forwarded-for': '198.51.100.7' });
  await behindProxy.close();
  assert.deepEqual(turnstile.addresses, [undefined, '198.51.100.7']);
});

test('a check without its secret is off, and the status says so', async () => {
  await setOptions(testing, { TurnstileSecretKey: '' });
  assert.equal((await visitor.get('/api/status')).data.turnstile_check, false);
  assert.equal((await signIn('')).success, true);
  await setOptions(testing, { TurnstileSecretKey: turnstile.secret });
  assert.equal((await visitor.get('/api/status')).data.turnstile_check, true);
});

test('no secret of the check reaches the log', () => {
  assert.doesNotMatch(testing.logged(), new RegExp(turnstile.secret));
});
