import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { password, type TestConsole, testConsole } from '../testing/console.ts';
import type { Visitor } from '../testing/visitor.ts';

let testing: TestConsole;
let victim: Visitor;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'victim', role: 10 });
  victim = await testing.signedIn('victim');
});
after(() => testing.close());

/** What a browser sends when another site makes it call: the cookies, but no bearer and no user id. */
const fromOtherSite = { authorization: null, 'new-api-user': null, 'sec-fetch-site': 'cross-site' };

test('another site cannot sign anybody out', async () => {
  for (const headers of [fromOtherSite, { ...fromOtherSite, 'sec-fetch-site': null }]) {
    const response = await victim.request('GET', '/api/user/logout', undefined, headers);
    assert.equal(response.statusCode, 401);
    assert.equal(response.cookies.length, 0);
  }
  assert.equal((await victim.get('/api/user/self')).success, true);
});

test('another site cannot start a channel test', async () => {
  const response = await victim.request('GET', '/api/channel/test/1', undefined, fromOtherSite);
  assert.equal(response.statusCode, 401);
});

test('even with the right headers a call of another site is refused', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3001' },
  ]) {
    const response = await victim.request('PUT', '/api/user/self', { display_name: 'taken' }, headers);
    assert.equal(response.statusCode, 403, JSON.stringify(headers));
  }
  assert.notEqual((await victim.get('/api/user/self')).data.display_name, 'taken');
});

test('our own page is let through, with and without Sec-Fetch-Site', async () => {
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost:3000' }]) {
    const response = await victim.request('PUT', '/api/user/self', { display_name: 'mine' }, headers);
    assert.equal(response.json().success, true, JSON.stringify(headers));
  }
});

test('another site cannot sign a visitor in to an account of its own', async () => {
  const visitor = testing.visitor();
  const credentials = { username: 'victim', password };
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    assert.equal((await visitor.request('POST', '/api/user/login', credentials, headers)).statusCode, 403);
  }
  // A form can send text without asking first; it is not read as JSON.
  const form = { 'content-type': 'text/plain' };
  const response = await visitor.request('POST', '/api/user/login', JSON.stringify(credentials), form);
  assert.equal(response.statusCode, 415);
  assert.equal(visitor.cookies.size, 0);
});

test('no call answers with permission for other origins', async () => {
  const response = await victim.request('GET', '/api/user/self', undefined, { origin: 'https://evil.example' });
  assert.equal(response.headers['access-control-allow-origin'], undefined);
});
