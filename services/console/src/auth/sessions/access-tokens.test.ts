import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';

let testing: TestConsole;
before(async () => {
  testing = await testConsole();
});
after(() => testing.close());

/** A program that calls with a user's access token, and the call itself. */
async function program(username: string, role: 1 | 10 | 100 = 1) {
  const id = await testing.addUser({ username, role });
  const browser = await testing.signedIn(username);
  const { data: token, message } = await browser.get('/api/user/token');
  assert.match(token, /^at_[0-9A-Za-z]{32}$/, message);
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers = {}, body?: unknown) =>
    testing.visitor().request(method, url, body, {
      authorization: `Bearer ${token}`,
      'new-api-user': String(id),
      ...headers,
    });
  return { id, browser, token, call };
}

test('a token calls for its user, with or without Bearer, together with the user id', async () => {
  const { id, token, call } = await program('ann');
  assert.equal((await call('GET', '/api/user/self')).json().data.id, id);
  assert.equal((await call('GET', '/api/user/self', { authorization: token })).json().data.id, id);
  for (const headers of [
    { 'new-api-user': null },
    { 'new-api-user': String(id + 1) },
    { authorization: `Bearer ${token}x` },
    { authorization: `Basic ${token}` },
    { cookie: '__Host-sid=anything' },
  ]) {
    assert.equal((await call('GET', '/api/user/self', headers)).statusCode, 401, JSON.stringify(headers));
  }
});

test('what it must not do: credentials, sessions, the account, options', async () => {
  const { call } = await program('admin', 10);
  for (const [method, url] of [
    ['GET', '/api/user/token'],
    ['PUT', '/api/user/self'],
    ['DELETE', '/api/user/self'],
    ['GET', '/api/oauth/email/bind?email=a@example.com&code=123456'],
    ['GET', '/api/user/sessions'],
    ['DELETE', '/api/user/sessions'],
    ['POST', '/api/user/verify'],
    ['POST', '/api/user/2fa/setup'],
    ['POST', '/api/user/passkey/register/begin'],
    ['DELETE', '/api/user/identity/github'],
    ['PUT', '/api/option/'],
  ] as const) {
    const body = method === 'POST' || method === 'PUT' ? {} : undefined;
    const refused = await call(method, url, {}, body);
    assert.equal(refused.statusCode, 403, `${method} ${url} ${refused.body}`);
  }
  assert.equal((await call('GET', '/api/option/')).statusCode, 200);
});

test("an administrator's token changes nobody's credentials, and makes no administrators", async () => {
  const { call } = await program('root', 100);
  const id = await testing.addUser({ username: 'victim' });
  for (const [method, url, body] of [
    ['PUT', '/api/user/', { id, password: 'a password of somebody else' }],
    ['POST', '/api/user/', { username: 'crony', password: 'a password of somebody else', role: 10 }],
    ['POST', '/api/user/manage', { id, action: 'promote' }],
    ['DELETE', `/api/user/${id}/2fa`],
  ] as const) {
    const refused = await call(method, url, {}, body);
    assert.equal(refused.statusCode, 403, `${method} ${url} ${refused.body}`);
  }
  assert.equal((await call('PUT', '/api/user/', {}, { id, quota: 5 })).json().success, true);
  assert.equal((await call('POST', '/api/user/manage', {}, { id, action: 'disable' })).json().success, true);
});

test('a new token voids the old one; the database keeps neither', async () => {
  const { id, browser, token, call } = await program('bob');
  const { data: next } = await browser.get('/api/user/token');
  assert.equal((await call('GET', '/api/user/self')).statusCode, 401);
  assert.equal((await call('GET', '/api/user/self', { authorization: `Bearer ${next}` })).statusCode, 200);
  const { rows } = await sql<{ text: string }>`
    SELECT access_tokens::text AS text FROM access_tokens WHERE user_id = ${id}`.execute(testing.db);
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]?.text.includes(token) && !rows[0]?.text.includes(next));
  assert.ok(!testing.logged().includes(next));
});

test('five tokens an hour, each in the log', async () => {
  const { browser } = await program('cat');
  for (let index = 0; index < 4; index++) assert.equal((await browser.get('/api/user/token')).success, true);
  assert.equal((await browser.request('GET', '/api/user/token')).statusCode, 429);
  const { data } = await browser.get('/api/log/self/?type=3');
  assert.equal(data.items.length, 5);
});

test('role and status count from the next call', async () => {
  const { id, call } = await program('dan', 10);
  assert.equal((await call('GET', '/api/channel/')).statusCode, 200);
  await testing.db.updateTable('users').set({ role: 1 }).where('id', '=', id).execute();
  assert.equal((await call('GET', '/api/channel/')).statusCode, 403);
  await testing.db.updateTable('users').set({ status: 2 }).where('id', '=', id).execute();
  assert.equal((await call('GET', '/api/user/self')).statusCode, 401);
});

test('a changed password ends the token, and so does a promotion: programs get no more than they were trusted with', async () => {
  const root = await program('chief', 100);
  const changed = await program('fay');
  const named = { password: 'another long password', original_password: password };
  assert.equal((await changed.browser.put('/api/user/self', { display_name: 'Fay' })).success, true);
  assert.equal((await changed.call('GET', '/api/user/self')).statusCode, 200);
  assert.equal((await changed.browser.put('/api/user/self', named)).success, true);
  assert.equal((await changed.call('GET', '/api/user/self')).statusCode, 401);

  const promoted = await program('gil');
  const { success } = await root.browser.post('/api/user/manage', { id: promoted.id, action: 'promote' });
  assert.equal(success, true);
  assert.equal((await promoted.call('GET', '/api/channel/')).statusCode, 401);
});

test('another site cannot make a browser ask for a token', async () => {
  const { browser, call } = await program('eve');
  const crossSite = { authorization: null, 'new-api-user': null, 'sec-fetch-site': 'cross-site' };
  assert.equal((await browser.request('GET', '/api/user/token', undefined, crossSite)).statusCode, 401);
  assert.equal((await call('GET', '/api/user/self')).statusCode, 200, 'the token is the same');
});
