import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Authenticator } from '@switchyard/testing/third-parties/authenticator';
import { sql } from 'kysely';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';
import { overtake } from '../../testing/overtake.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { revokeAccess } from '../sessions/revoke-access.ts';

const origin = 'http://localhost:3000';
let testing: TestConsole;
let users = 0;
before(async () => {
  testing = await testConsole();
  await testing.db.insertInto('options').values({ key: 'ServerAddress', value: origin }).execute();
});
after(() => testing.close());

async function register(visitor: Visitor, authenticator: Authenticator, name = 'Laptop') {
  const { data } = await visitor.post('/api/user/passkey/register/begin');
  return visitor.post('/api/user/passkey/register/finish', { name, credential: authenticator.create(data) });
}

/** A user with a passkey. */
async function owner() {
  const username = `passkey${++users}`;
  const id = await testing.addUser({ username });
  const visitor = await testing.signedIn(username);
  const authenticator = new Authenticator(origin);
  const answer = await register(visitor, authenticator);
  assert.equal(answer.success, true, answer.message);
  return { id, username, visitor, authenticator };
}

function browser(): Visitor {
  const visitor = testing.visitor();
  visitor.address = `10.2.0.${++users}`;
  return visitor;
}

async function signIn(visitor: Visitor, authenticator: Authenticator) {
  const { data } = await visitor.post('/api/user/passkey/login/begin');
  return visitor.post('/api/user/passkey/login/finish', { credential: authenticator.get(data) });
}

test('a passkey signs in without a name, and its use is noted', async () => {
  const { id, username, authenticator } = await owner();
  const visitor = browser();
  const answer = await signIn(visitor, authenticator);
  assert.equal(answer.data?.username, username, answer.message);
  visitor.userId = id;
  const { data } = await visitor.get('/api/user/passkey');
  assert.equal(data.length, 1);
  assert.equal(data[0].name, 'Laptop');
  assert.ok(data[0].used_time > 0);
  const { data: sessions } = await visitor.get('/api/user/sessions');
  const current = sessions.find((session: { current: boolean }) => session.current);
  assert.deepEqual([current.method, current.second_factor], ['passkey', true]);
});

test('a session that has ended meanwhile neither adds nor deletes a passkey', async () => {
  const { id, username, visitor } = await owner();
  const list = () => testing.db.selectFrom('passkeys').select('id').where('user_id', '=', id).execute();
  const before_ = await list();
  for (const ask of [
    async () => {
      const { data } = await visitor.post('/api/user/passkey/register/begin');
      const credential = new Authenticator(origin).create(data);
      return () => visitor.request('POST', '/api/user/passkey/register/finish', { name: 'Late', credential });
    },
    async () => () => visitor.request('DELETE', `/api/user/passkey/${before_[0]?.id}`),
  ]) {
    const late = await overtake(testing.db, (trx) => revokeAccess(trx, id), await ask());
    assert.equal(late.statusCode, 401, late.body);
    await visitor.signIn(username, password);
  }
  assert.deepEqual(await list(), before_);
});

test('a passkey sign-in that began before all sessions were ended opens nothing after', async () => {
  const { id, authenticator } = await owner();
  const visitor = browser();
  const { data } = await visitor.post('/api/user/passkey/login/begin');
  const late = await overtake(
    testing.db,
    (trx) => revokeAccess(trx, id),
    () => visitor.post('/api/user/passkey/login/finish', { credential: authenticator.get(data) }),
  );
  assert.match(late.message, /has expired/);
});

test('it knows the user by random bytes, asks who is there, and is not made twice on one device', async () => {
  const { id, visitor, authenticator } = await owner();
  const { data } = await visitor.post('/api/user/passkey/register/begin');
  assert.equal(Buffer.from(data.user.id, 'base64url').length, 64);
  assert.notEqual(data.user.id, String(id));
  assert.equal(data.rp.id, 'localhost');
  assert.equal(data.attestation, 'none');
  assert.deepEqual(data.authenticatorSelection.userVerification, 'required');
  assert.ok(Buffer.from(data.challenge, 'base64url').length >= 32);
  assert.throws(() => authenticator.create(data), /InvalidStateError/);
});

test('a challenge counts once, for five minutes, in the browser that asked', async () => {
  const { authenticator } = await owner();
  const visitor = browser();
  const { data } = await visitor.post('/api/user/passkey/login/begin');
  const elsewhere = browser();
  await elsewhere.post('/api/user/passkey/login/begin');
  const finish = (by: Visitor) => by.post('/api/user/passkey/login/finish', { credential: authenticator.get(data) });
  assert.match((await finish(elsewhere)).message, /could not be verified/);
  assert.match((await finish(browser())).message, /has expired/);
  assert.equal((await finish(visitor)).success, true);
  assert.match((await finish(visitor)).message, /has expired/);
  const late = browser();
  const { data: asked } = await late.post('/api/user/passkey/login/begin');
  await sql`UPDATE passkey_challenges SET created_at = now() - interval '5 minutes 1 second'`.execute(testing.db);
  const credential = authenticator.get(asked);
  assert.match((await late.post('/api/user/passkey/login/finish', { credential })).message, /has expired/);
});

test('what is used without unlocking it, or on another site, is refused', async () => {
  const { authenticator } = await owner();
  authenticator.isUnlocked = false;
  assert.match((await signIn(browser(), authenticator)).message, /could not be verified/);
  authenticator.isUnlocked = true;
  const visitor = browser();
  const { data } = await visitor.post('/api/user/passkey/login/begin');
  assert.throws(() => new Authenticator('https://evil.example').get(data), /SecurityError/);
  const credential = authenticator.get(data);
  const clientData = JSON.parse(Buffer.from(credential.response.clientDataJSON, 'base64url').toString());
  clientData.origin = 'http://localhost:4000';
  credential.response.clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url');
  const forged = await visitor.post('/api/user/passkey/login/finish', { credential });
  assert.match(forged.message, /could not be verified/);
  const unlocked = new Authenticator(origin);
  unlocked.isUnlocked = false;
  const { visitor: other } = await owner();
  assert.match((await register(other, unlocked)).message, /could not be verified/);
});

test('a signature of somebody else, or for somebody else, opens nothing', async () => {
  const [victim, attacker] = [await owner(), await owner()];
  const visitor = browser();
  const { data } = await visitor.post('/api/user/passkey/login/begin');
  const [own, stolen] = [attacker.authenticator.get(data), victim.authenticator.get(data)];
  const forged = { ...own, id: stolen.id, rawId: stolen.rawId };
  assert.equal((await visitor.post('/api/user/passkey/login/finish', { credential: forged })).success, false);
  const again = await visitor.post('/api/user/passkey/login/begin');
  const swapped = attacker.authenticator.get(again.data);
  swapped.response.userHandle = stolen.response.userHandle;
  assert.equal((await visitor.post('/api/user/passkey/login/finish', { credential: swapped })).success, false);
});

test('a counter that goes back is refused and told; 0 stays 0 where passkeys are on several devices', async () => {
  const { id, authenticator } = await owner();
  await testing.db
    .updateTable('users')
    .set({ email: `${id}@example.com` })
    .where('id', '=', id)
    .execute();
  assert.equal((await signIn(browser(), authenticator)).success, true);
  authenticator.counter = 0;
  assert.match((await signIn(browser(), authenticator)).message, /could not be verified/);
  assert.match(testing.logged(), /counter of a passkey went back/);
  const logs = await testing.db.selectFrom('usage_log').select('content').where('user_id', '=', id).execute();
  assert.ok(logs.some(({ content }) => /counter went back/.test(content)));
  const synced = new Authenticator(origin);
  synced.counter = undefined;
  const { visitor } = await owner();
  await register(visitor, synced, 'Phone');
  for (let index = 0; index < 2; index++) assert.equal((await signIn(browser(), synced)).success, true);
});

test('a disabled user is not let in', async () => {
  const { id, authenticator } = await owner();
  await testing.db.updateTable('users').set({ status: 2 }).where('id', '=', id).execute();
  assert.match((await signIn(browser(), authenticator)).message, /disabled/);
});

test("a passkey makes its own user's sign-in recent again, and nobody else's", async () => {
  const { id, visitor, authenticator } = await owner();
  const stranger = await owner();
  await sql`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = ${id}`.execute(testing.db);
  const begin = async () => (await visitor.post('/api/user/passkey/verify/begin')).data;
  const finish = (credential: object) => visitor.post('/api/user/passkey/verify/finish', { credential });
  const asked = await begin();
  assert.throws(() => stranger.authenticator.get(asked), /NotAllowedError/);
  const other = await finish(stranger.authenticator.get({ challenge: asked.challenge, rpId: asked.rpId }));
  assert.match(other.message, /another account/);
  assert.equal((await visitor.get('/api/user/token')).success, false);
  assert.equal((await finish(authenticator.get(await begin()))).success, true);
  assert.equal((await visitor.get('/api/user/token')).success, true);
});

test('passkeys are renamed and deleted by their owner only', async () => {
  const [one, other] = [await owner(), await owner()];
  const { data } = await one.visitor.get('/api/user/passkey');
  const rename = (by: Visitor, name: string) => by.put(`/api/user/passkey/${data[0].id}`, { name });
  const remove = (by: Visitor) => by.delete(`/api/user/passkey/${data[0].id}`);
  assert.match((await rename(other.visitor, 'Mine')).message, /does not exist/);
  assert.match((await remove(other.visitor)).message, /does not exist/);
  assert.equal((await rename(one.visitor, 'Old laptop')).success, true);
  assert.equal((await one.visitor.get('/api/user/passkey')).data[0].name, 'Old laptop');
  assert.equal((await remove(one.visitor)).success, true);
  assert.equal((await signIn(browser(), one.authenticator)).success, false);
});

test('the last way in is not deleted', async () => {
  const { id, visitor } = await owner();
  await testing.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
  const { data } = await visitor.get('/api/user/passkey');
  assert.match((await visitor.delete(`/api/user/passkey/${data[0].id}`)).message, /could not sign in any more/);
  await register(visitor, new Authenticator(origin), 'Second');
  assert.equal((await visitor.delete(`/api/user/passkey/${data[0].id}`)).success, true);
});

test('without a server address, or when they are off, there are no passkeys', async () => {
  const other = await testConsole();
  assert.match((await other.visitor().post('/api/user/passkey/login/begin')).message, /server address/);
  await other.db.insertInto('options').values({ key: 'PasskeyLoginEnabled', value: 'false' }).execute();
  other.options.forget();
  assert.match((await other.visitor().post('/api/user/passkey/login/begin')).message, /disabled by the administrator/);
  await other.close();
});

test('a password still asks for nothing more when there is a passkey', async () => {
  const { username } = await owner();
  await browser().signIn(username, password);
});
