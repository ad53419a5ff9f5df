import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';
import { takeCode, takeMails } from '../../testing/mails.ts';
import { overtake } from '../../testing/overtake.ts';
import { setOptions } from '../../testing/set-options.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { hashSecret } from '../secret-hash.ts';
import { revokeAccess } from '../sessions/revoke-access.ts';

let testing: TestConsole;
before(async () => {
  testing = await testConsole();
  await setOptions(testing, { SMTPServer: 'mail.example.com', SMTPAccount: 'gateway@example.com' });
});
after(() => testing.close());

const ask = (visitor: Visitor, email: string) => visitor.get(`/api/verification?${new URLSearchParams({ email })}`);
const bind = (visitor: Visitor, email: string, code: string) =>
  visitor.get(`/api/oauth/email/bind?${new URLSearchParams({ email, code })}`);

async function user(username: string): Promise<{ id: number; visitor: Visitor }> {
  return { id: await testing.addUser({ username }), visitor: await testing.signedIn(username) };
}

async function emailOf(id: number): Promise<string | null | undefined> {
  const row = await testing.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
  return row?.email;
}

async function bound(visitor: Visitor, email: string): Promise<void> {
  assert.equal((await ask(visitor, email)).success, true);
  assert.equal((await bind(visitor, email, await takeCode(testing, email))).success, true);
}

test('a user who is signed in binds an address with the code, once, and it is recorded', async () => {
  const { id, visitor } = await user('ann');
  await ask(visitor, 'Ann@example.com');
  const code = await takeCode(testing, 'ann@example.com');
  assert.equal((await bind(visitor, 'ann@EXAMPLE.com', code)).success, true);
  assert.equal(await emailOf(id), 'ann@example.com');
  assert.equal((await visitor.get('/api/user/self')).data.email, 'ann@example.com');
  assert.match((await bind(visitor, 'ann@example.com', code)).message, /wrong or has expired/);
  const log = await visitor.get('/api/log/self/?type=3');
  assert.match(log.data.items[0].content, /Bound an e-mail address/);
});

test('an address is not bound by a session that has ended meanwhile', async () => {
  const { id, visitor } = await user('late');
  await ask(visitor, 'late@example.com');
  const query = new URLSearchParams({ email: 'late@example.com', code: await takeCode(testing, 'late@example.com') });
  const late = await overtake(
    testing.db,
    (trx) => revokeAccess(trx, id),
    () => visitor.request('GET', `/api/oauth/email/bind?${query}`),
  );
  assert.equal(late.statusCode, 401, late.body);
  assert.equal(await emailOf(id), null);
});

test("a code for one's registration does not bind, nor does another user's", async () => {
  await setOptions(testing, { EmailVerificationEnabled: 'true' });
  const stranger = testing.visitor();
  stranger.address = '10.4.0.1';
  await ask(stranger, 'bob@example.com');
  const forRegistration = await takeCode(testing, 'bob@example.com');
  const { id, visitor } = await user('bob');
  assert.match((await bind(visitor, 'bob@example.com', forRegistration)).message, /wrong or has expired/);
  const other = await user('bea');
  await ask(other.visitor, 'bea@example.com');
  const forBea = await takeCode(testing, 'bea@example.com');
  assert.match((await bind(visitor, 'bea@example.com', forBea)).message, /wrong or has expired/);
  const form = { username: 'bet', password, password2: password, email: 'bea@example.com', verification_code: forBea };
  assert.match((await stranger.post('/api/user/register', form)).message, /wrong or has expired/);
  assert.equal(await emailOf(id), null);
});

test('the address before is told of the change', async () => {
  const { id, visitor } = await user('cat');
  await bound(visitor, 'cat@example.com');
  await bound(visitor, 'cat2@example.com');
  assert.equal(await emailOf(id), 'cat2@example.com');
  const [mail] = await takeMails(testing, 'cat@example.com');
  assert.match(mail?.text ?? '', /cat has a new e-mail address/);
});

test('the link of a reset mail to the address before opens nothing once the address has changed', async () => {
  await setOptions(testing, { ServerAddress: 'https://gateway.example.com' });
  const { id, visitor } = await user('dora');
  await bound(visitor, 'dora@example.com');
  await testing.db
    .insertInto('password_resets')
    .values({ user_id: id, token_hash: hashSecret('mailed before'), expires_at: new Date(Date.now() + 60_000) })
    .execute();
  await bound(visitor, 'dora2@example.com');
  const stranger = testing.visitor();
  stranger.address = '10.4.0.2';
  for (const email of ['dora@example.com', 'dora2@example.com']) {
    const { message } = await stranger.post('/api/user/reset', { email, token: 'mailed before' });
    assert.match(message, /not valid or has expired/, email);
  }
});

test('no reset link is mailed to an address that is given up at the same moment', async () => {
  const { id, visitor } = await user('dina');
  await testing.db.updateTable('users').set({ email: 'dina@example.com' }).where('id', '=', id).execute();
  await overtake(
    testing.db,
    (trx) => trx.updateTable('users').set({ email: 'dina2@example.com' }).where('id', '=', id).execute(),
    () => visitor.request('GET', '/api/reset_password?email=dina@example.com'),
  );
  assert.deepEqual(await takeMails(testing, 'dina@example.com'), []);
});

test('an address that somebody proved meanwhile is refused', async () => {
  const [dan, eve] = [await user('dan'), await user('eve')];
  await ask(dan.visitor, 'shared@example.com');
  const code = await takeCode(testing, 'shared@example.com');
  await testing.db.updateTable('users').set({ email: 'shared@example.com' }).where('id', '=', eve.id).execute();
  assert.match((await bind(dan.visitor, 'shared@example.com', code)).message, /already used/);
  assert.equal(await emailOf(dan.id), null);
});

test('who signed in long ago is asked to do so again, and without a session nothing is bound', async () => {
  const { id, visitor } = await user('fay');
  await ask(visitor, 'fay@example.com');
  const code = await takeCode(testing, 'fay@example.com');
  const elsewhere = testing.visitor();
  const url = `/api/oauth/email/bind?email=fay@example.com&code=${code}`;
  assert.equal((await elsewhere.request('GET', url)).statusCode, 401);
  assert.equal((await visitor.request('GET', url, undefined, { authorization: null })).statusCode, 401);
  assert.equal((await visitor.request('GET', url, undefined, { 'sec-fetch-site': 'cross-site' })).statusCode, 403);
  await testing.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - 11 * 60_000) })
    .where('user_id', '=', id)
    .execute();
  assert.equal((await visitor.get(url)).success, false);
  assert.equal(await emailOf(id), null);
});

test('the mail names the system and holds no more than it must', async () => {
  const { visitor } = await user('gil');
  await ask(visitor, 'gil@example.com');
  const [mail] = await takeMails(testing, 'gil@example.com');
  assert.match(mail?.subject ?? '', /Switchyard: your verification code/);
  assert.match(mail?.text ?? '', /valid for 3 minutes/);
  const code = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? 'none';
  assert.ok(!testing.logged().includes(code));
});
