import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';

let testing: TestConsole;
let users = 0;
before(async () => {
  testing = await testConsole();
});
after(() => testing.close());

/** A user of one test's own. */
async function newUser(role: 1 | 10 = 1): Promise<{ id: number; username: string }> {
  const username = `user${++users}`;
  return { id: await testing.addUser({ username, role }), username };
}

async function isSignedIn(visitor: Awaited<ReturnType<TestConsole['signedIn']>>, headers = {}): Promise<boolean> {
  const response = await visitor.request('GET', '/api/user/self', undefined, headers);
  if (response.statusCode === 401) {
    assert.equal(response.json().data, undefined);
    return false;
  }
  assert.equal(response.statusCode, 200, response.body);
  return true;
}

test('cookie, bearer and user id are all needed', async () => {
  const { username } = await newUser();
  const visitor = await testing.signedIn(username);
  assert.ok(await isSignedIn(visitor));
  assert.ok(!(await isSignedIn(visitor, { cookie: null })));
  assert.ok(!(await isSignedIn(visitor, { authorization: null })));
  assert.ok(!(await isSignedIn(visitor, { authorization: visitor.cookies.get('session') ?? '' })));
  assert.ok(!(await isSignedIn(visitor, { 'new-api-user': null })));
});

test('the user id may come under three names', async () => {
  const { id, username } = await newUser();
  const visitor = await testing.signedIn(username);
  for (const name of ['New-Api-User', 'X-User-Id', 'User-Id']) {
    assert.ok(await isSignedIn(visitor, { 'new-api-user': null, [name]: String(id) }), name);
  }
});

test("another user's id is answered 401 and nothing is read", async () => {
  const [one, other] = [await newUser(), await newUser()];
  const visitor = await testing.signedIn(one.username);
  assert.ok(!(await isSignedIn(visitor, { 'new-api-user': String(other.id) })));
  assert.ok(!(await isSignedIn(visitor, { 'new-api-user': `0${one.id}` })));
});

test("another session's bearer does not fit", async () => {
  const { username } = await newUser();
  const [one, two] = [await testing.signedIn(username), await testing.signedIn(username)];
  assert.ok(!(await isSignedIn(one, { authorization: `Bearer ${two.cookies.get('session')}` })));
});

test('neither the readable value nor a relay key opens a session by itself', async () => {
  const { username } = await newUser();
  const visitor = await testing.signedIn(username);
  const created = await visitor.post('/api/token/', { name: 'key' });
  const { key } = (await visitor.post(`/api/token/${created.data.id}/key`)).data;
  const echo = visitor.cookies.get('session') ?? '';
  for (const value of [echo, key, key.slice(3), `at_${echo.slice(3)}`]) {
    assert.ok(!(await isSignedIn(visitor, { cookie: null, authorization: `Bearer ${value}` })));
    assert.ok(!(await isSignedIn(visitor, { cookie: `__Host-sid=${value}`, authorization: `Bearer ${value}` })));
  }
});

test('a disabled user is signed out at the next call, and so is a deleted one', async () => {
  for (const change of [{ status: 2 }, { deleted_at: new Date() }]) {
    const { id, username } = await newUser();
    const visitor = await testing.signedIn(username);
    await testing.db.updateTable('users').set(change).where('id', '=', id).execute();
    assert.ok(!(await isSignedIn(visitor)));
  }
});

test('a demotion counts from the next call', async () => {
  const { id, username } = await newUser(10);
  const visitor = await testing.signedIn(username);
  assert.equal((await visitor.request('GET', '/api/option/')).statusCode, 200);
  await testing.db.updateTable('users').set({ role: 1 }).where('id', '=', id).execute();
  assert.equal((await visitor.request('GET', '/api/option/')).statusCode, 403);
});

for (const { role, idle, isAlive } of [
  { role: 1, idle: '6 days', isAlive: true },
  { role: 1, idle: '7 days 1 minute', isAlive: false },
  { role: 10, idle: '11 hours', isAlive: true },
  { role: 10, idle: '12 hours 1 minute', isAlive: false },
] as const) {
  test(`role ${role} is ${isAlive ? 'still' : 'no longer'} signed in after ${idle} without a call`, async () => {
    const { id, username } = await newUser(role);
    const visitor = await testing.signedIn(username);
    await sql`UPDATE sessions SET last_seen_at = now() - ${idle}::interval WHERE user_id = ${id}`.execute(testing.db);
    assert.equal(await isSignedIn(visitor), isAlive);
  });
}

test('a session in use ends after 30 days, and a call counts as use', async () => {
  const { id, username } = await newUser();
  const visitor = await testing.signedIn(username);
  await sql`
    UPDATE sessions SET created_at = now() - interval '29 days', last_seen_at = now() - interval '6 days'
    WHERE user_id = ${id}`.execute(testing.db);
  assert.ok(await isSignedIn(visitor));
  const { seen } = await testing.db
    .selectFrom('sessions')
    .select(sql<boolean>`last_seen_at > now() - interval '1 minute'`.as('seen'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  assert.ok(seen);
  await sql`UPDATE sessions SET created_at = now() - interval '30 days 1 minute' WHERE user_id = ${id}`.execute(
    testing.db,
  );
  assert.ok(!(await isSignedIn(visitor)));
});

test('signing in makes a new session id and ends the one the browser had', async () => {
  const { id, username } = await newUser();
  const visitor = await testing.signedIn(username);
  const earlier = new Map(visitor.cookies);
  await visitor.signIn(username, password);
  assert.notEqual(visitor.cookies.get('__Host-sid'), earlier.get('__Host-sid'));
  const rows = await testing.db.selectFrom('sessions').select('id_hash').where('user_id', '=', id).execute();
  assert.equal(rows.length, 1);
});

test('a session id chosen by someone else is never taken over', async () => {
  const { username } = await newUser();
  const visitor = testing.visitor();
  visitor.cookies.set('__Host-sid', 'planted');
  await visitor.signIn(username, password);
  assert.notEqual(visitor.cookies.get('__Host-sid'), 'planted');
});

test('the database holds no value that opens a session', async () => {
  const { id, username } = await newUser();
  const visitor = await testing.signedIn(username);
  const { rows } = await sql<{
    text: string;
  }>`SELECT sessions::text AS text FROM sessions WHERE user_id = ${id}`.execute(testing.db);
  for (const value of visitor.cookies.values()) {
    assert.ok(!rows[0]?.text.includes(value));
    assert.ok(!rows[0]?.text.includes(Buffer.from(value, 'base64url').toString('hex')));
  }
});

test('signing out ends the session and takes both cookies', async () => {
  const { username } = await newUser();
  const visitor = await testing.signedIn(username);
  const kept = new Map(visitor.cookies);
  assert.equal((await visitor.get('/api/user/logout')).success, true);
  assert.equal(visitor.cookies.size, 0);
  for (const [name, value] of kept) visitor.cookies.set(name, value);
  assert.ok(!(await isSignedIn(visitor)));
  assert.equal((await testing.visitor().get('/api/user/logout')).success, true, 'without a session');
});
