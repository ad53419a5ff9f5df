import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

let testing: TestConsole;
before(async () => {
  testing = await testConsole();
  for (const username of ['ann', 'bob', 'cat']) await testing.addUser({ username });
});
after(() => testing.close());

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.request('GET', '/api/user/self')).statusCode === 200;
}

test('a user sees where they are signed in, by ids that open nothing', async () => {
  const [here, elsewhere] = [await testing.signedIn('ann'), await testing.signedIn('ann')];
  await testing.signedIn('bob');
  const { data } = await here.get('/api/user/sessions');
  assert.equal(data.length, 2);
  assert.deepEqual(data.map(({ current }: { current: boolean }) => current).sort(), [false, true]);
  for (const session of data) {
    assert.equal(session.method, 'password');
    assert.equal(session.second_factor, false);
    assert.match(session.ip, /^10\.0\.0\./);
    const impostor = testing.visitor();
    impostor.userId = here.userId;
    impostor.cookies.set('__Host-sid', session.id);
    assert.ok(!(await isSignedIn(impostor)));
  }
  for (const value of [...here.cookies.values(), ...elsewhere.cookies.values()]) {
    assert.ok(!JSON.stringify(data).includes(value));
  }
});

test('one session is ended, and none of somebody else', async () => {
  const [here, elsewhere, stranger] = [
    await testing.signedIn('bob'),
    await testing.signedIn('bob'),
    await testing.signedIn('cat'),
  ];
  const { data } = await elsewhere.get('/api/user/sessions');
  const { id } = data.find(({ current }: { current: boolean }) => current);
  assert.equal((await stranger.delete(`/api/user/sessions/${id}`)).success, false);
  assert.ok(await isSignedIn(elsewhere));
  assert.equal((await here.delete(`/api/user/sessions/${id}`)).success, true);
  assert.ok(!(await isSignedIn(elsewhere)));
  assert.ok(await isSignedIn(here));
  assert.match((await here.delete(`/api/user/sessions/${id}`)).message, /ended already/);
  assert.equal((await here.delete('/api/user/sessions/1')).success, false);
});

test('all others are ended at once', async () => {
  const [here, ...others] = [
    await testing.signedIn('cat'),
    await testing.signedIn('cat'),
    await testing.signedIn('cat'),
  ];
  const stranger = await testing.signedIn('ann');
  const { data } = await here.delete('/api/user/sessions');
  assert.ok(data.closed >= others.length);
  for (const other of others) assert.ok(!(await isSignedIn(other)));
  assert.ok((await isSignedIn(here)) && (await isSignedIn(stranger)));
});

test('sessions that have expired are not listed', async () => {
  const [here] = [await testing.signedIn('ann'), await testing.signedIn('ann')];
  await here.delete('/api/user/sessions');
  await testing.signedIn('ann');
  await sql`UPDATE sessions SET last_seen_at = now() - interval '8 days' WHERE user_id = ${here.userId}
            AND created_at = (SELECT max(created_at) FROM sessions WHERE user_id = ${here.userId})`.execute(testing.db);
  assert.equal((await here.get('/api/user/sessions')).data.length, 1);
});
