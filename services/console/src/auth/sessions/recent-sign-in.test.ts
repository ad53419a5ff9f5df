import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';

let testing: TestConsole;
before(async () => {
  testing = await testConsole();
});
after(() => testing.close());

async function stale(username: string) {
  const id = await testing.addUser({ username });
  const visitor = await testing.signedIn(username);
  await sql`UPDATE sessions SET authenticated_at = now() - interval '10 minutes 1 second' WHERE user_id = ${id}`.execute(
    testing.db,
  );
  return visitor;
}

test('ten minutes after signing in, what is delicate asks again who is there', async () => {
  const visitor = await stale('ann');
  for (const [method, url] of [
    ['GET', '/api/user/token'],
    ['DELETE', '/api/user/self'],
    ['POST', '/api/user/2fa/setup'],
    ['POST', '/api/user/passkey/register/begin'],
    ['DELETE', '/api/user/passkey/1'],
  ] as const) {
    const refused = await visitor.request(method, url);
    assert.equal(refused.statusCode, 200, url);
    assert.equal(refused.headers['x-recent-sign-in'], 'required', url);
    assert.match(refused.json().message, /confirm who you are/, url);
  }
  assert.equal((await visitor.get('/api/user/self')).success, true);
});

test('the password makes the sign-in recent again; a wrong one does not', async () => {
  const visitor = await stale('bob');
  assert.match((await visitor.post('/api/user/verify', {})).message, /enter your password/);
  assert.match((await visitor.post('/api/user/verify', { password: 'wrong' })).message, /password is wrong/);
  assert.equal((await visitor.get('/api/user/token')).success, false);
  assert.equal((await visitor.post('/api/user/verify', { password })).success, true);
  assert.equal((await visitor.get('/api/user/token')).success, true);
});

test('who has no password is told what else to do', async () => {
  const visitor = await stale('dan');
  await testing.db.updateTable('users').set({ password_hash: null }).where('username', '=', 'dan').execute();
  assert.match((await visitor.post('/api/user/verify', { password })).message, /sign out and in again/);
});

test('guessing there runs into the same limit as signing in', async () => {
  const visitor = await stale('cat');
  const guess = () => visitor.request('POST', '/api/user/verify', { password: 'wrong' });
  for (let index = 0; index < 5; index++) assert.equal((await guess()).statusCode, 200);
  assert.equal((await guess()).statusCode, 429);
});
