import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';
import { takeMails } from '../../testing/mails.ts';
import { setOptions } from '../../testing/set-options.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { hashSecret } from '../secret-hash.ts';

const settings = {
  ServerAddress: 'https://gateway.example.com/panel',
  SMTPServer: 'mail.example.com',
  SMTPAccount: 'gateway@example.com',
  PasswordLoginEnabled: 'true',
};
const invalidLink = /not valid or has expired/;
let testing: TestConsole;
let places = 0;
before(async () => {
  testing = await testConsole();
  await setOptions(testing, settings);
});
afterEach(() => setOptions(testing, settings));
after(() => testing.close());

function stranger(): Visitor {
  const visitor = testing.visitor();
  visitor.address = `10.5.0.${++places}`;
  return visitor;
}

async function user(username: string): Promise<{ id: number; email: string }> {
  const email = `${username}@example.com`;
  const id = await testing.addUser({ username });
  await testing.db.updateTable('users').set({ email }).where('id', '=', id).execute();
  return { id, email };
}

const ask = (email: string, headers = {}) =>
  stranger().request('GET', `/api/reset_password?${new URLSearchParams({ email })}`, undefined, headers);

async function mailedLink(email: string): Promise<URL> {
  const mail = (await takeMails(testing, email)).at(-1);
  return new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? assert.fail('no link was mailed'));
}

async function token(email: string): Promise<string> {
  assert.equal((await ask(email)).json().success, true);
  return (await mailedLink(email)).searchParams.get('token') ?? '';
}

const reset = (email: string, given: string) => stranger().post('/api/user/reset', { email, token: given });

test('a link that was asked for before the owner, or an administrator, changed the password is void', async () => {
  const { id, email } = await user('moved');
  const link = await token(email);
  const owner = await testing.signedIn('moved');
  const form = { password: 'chosen by the owner', original_password: password };
  assert.equal((await owner.put('/api/user/self', form)).success, true);
  assert.match((await reset(email, link)).message, invalidLink);
  const { id: adminId } = await user('chief');
  await testing.db.updateTable('users').set({ role: 10 }).where('id', '=', adminId).execute();
  const admin = await testing.signedIn('chief');
  await testing.db
    .insertInto('password_resets')
    .values({ user_id: id, token_hash: hashSecret('later'), expires_at: new Date(Date.now() + 60_000) })
    .execute();
  assert.equal((await admin.put('/api/user/', { id, password: 'chosen by the chief' })).success, true);
  assert.match((await reset(email, 'later')).message, invalidLink);
});

test('the mailed link gives a new password, ends sessions and access token, and is told and recorded', async () => {
  const { id, email } = await user('ann');
  const session = await testing.signedIn('ann');
  await testing.db
    .insertInto('access_tokens')
    .values({ user_id: id, token_hash: Buffer.from('hash') })
    .execute();
  await testing.db.updateTable('users').set({ must_change_password: true }).where('id', '=', id).execute();
  await ask(` ${email.toUpperCase()} `);
  const link = await mailedLink(email);
  assert.equal(`${link.origin}${link.pathname}`, 'https://gateway.example.com/panel/user/reset');
  assert.equal(link.searchParams.get('email'), email);
  const answer = await reset(email, link.searchParams.get('token') ?? '');
  assert.equal(answer.success, true, answer.message);
  assert.match(answer.data, /^[A-Za-z2-9]{16,}$/);
  assert.equal((await session.request('GET', '/api/user/self')).statusCode, 401);
  assert.deepEqual(await testing.db.selectFrom('access_tokens').selectAll().where('user_id', '=', id).execute(), []);
  assert.equal((await stranger().post('/api/user/login', { username: 'ann', password })).success, false);
  const renewed = stranger();
  await renewed.signIn('ann', answer.data);
  assert.match((await renewed.get('/api/log/self/?type=3')).data.items[0].content, /Reset the password/);
  const [notice] = await takeMails(testing, email);
  assert.match(notice?.text ?? '', /was reset/);
  assert.ok(!notice?.text.includes(answer.data));
  assert.ok(!testing.logged().includes(answer.data));
  assert.ok(!testing.logged().includes(link.searchParams.get('token') ?? ''));
});

test('the link leads to the configured address, whatever host was asked', async () => {
  const { email } = await user('bob');
  await ask(email, { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' });
  assert.equal((await mailedLink(email)).host, 'gateway.example.com');
});

test('the answer for an address without account is the same, and nothing is mailed', async () => {
  const { email } = await user('cat');
  const [known, unknown] = [await ask(email), await ask('nobody@example.com')];
  assert.deepEqual([known.statusCode, known.json()], [unknown.statusCode, unknown.json()]);
  assert.deepEqual(Object.keys(known.headers).sort(), Object.keys(unknown.headers).sort());
  assert.deepEqual(await takeMails(testing, 'nobody@example.com'), []);
  assert.equal((await takeMails(testing, email)).length, 1);
  const again = [await ask(email), await ask('nobody@example.com')];
  assert.deepEqual(
    again.map(({ statusCode }) => statusCode),
    [429, 429],
  );
});

test('a disabled or deleted user is mailed nothing, and a link that they have is dead', async () => {
  const [dan, eve] = [await user('dan'), await user('eve')];
  const given = await token(dan.email);
  await testing.db.updateTable('users').set({ status: 2 }).where('id', '=', dan.id).execute();
  await testing.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', eve.id).execute();
  assert.match((await reset(dan.email, given)).message, invalidLink);
  assert.equal((await ask(eve.email)).json().success, true);
  assert.deepEqual(await takeMails(testing, eve.email), []);
});

test('of parallel uses of a link exactly one succeeds', async () => {
  const { email } = await user('fay');
  const given = await token(email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => reset(email, given)));
  assert.equal(answers.filter(({ success }) => success).length, 1);
  for (const { success, message } of answers) if (!success) assert.match(message, invalidLink);
});

test('a link with another address, a later one, and an expired one do nothing', async () => {
  const [gil, hal] = [await user('gil'), await user('hal')];
  const first = await token(gil.email);
  assert.match((await reset(hal.email, first)).message, invalidLink);
  assert.match((await reset('', first)).message, invalidLink);
  assert.match((await reset(gil.email, 'made up')).message, invalidLink);
  await testing.db.updateTable('password_resets').set({ expires_at: new Date() }).execute();
  assert.match((await reset(gil.email, first)).message, invalidLink);
  await stranger().signIn('gil', password);
});

test('a later link voids the one before', async () => {
  const { id, email } = await user('ida');
  const first = await token(email);
  // The same person, once the limit of the address has passed.
  await testing.db.updateTable('users').set({ email: 'ida2@example.com' }).where('id', '=', id).execute();
  const second = await token('ida2@example.com');
  assert.match((await reset('ida2@example.com', first)).message, invalidLink);
  assert.equal((await reset('ida2@example.com', second)).success, true);
});

test('the second factor stays', async () => {
  const { id, email } = await user('lea');
  await testing.db
    .insertInto('totp_secrets')
    .values({ user_id: id, secret_sealed: 'sealed', enabled_at: new Date() })
    .execute();
  const { data: renewed } = await reset(email, await token(email));
  const answer = await stranger().post('/api/user/login', { username: 'lea', password: renewed });
  assert.deepEqual(answer.data, { require_2fa: true });
});

test('opening the page of the link changes nothing', async () => {
  const { email } = await user('jan');
  const given = await token(email);
  await stranger().request('GET', `/user/reset?email=${email}&token=${given}`);
  await stranger().request('HEAD' as 'GET', `/user/reset?email=${email}&token=${given}`);
  assert.equal((await reset(email, given)).success, true);
});

test('where passwords do not sign in, or no mail can be sent, nothing is offered', async () => {
  await setOptions(testing, { PasswordLoginEnabled: 'false' });
  assert.match((await ask('ann@example.com')).json().message, /Password login is disabled/);
  assert.match((await reset('ann@example.com', 'x')).message, /Password login is disabled/);
  for (const missing of [{ SMTPServer: '' }, { ServerAddress: '' }]) {
    await setOptions(testing, { ...settings, ...missing });
    assert.match((await ask('ann@example.com')).json().message, /cannot be reset by mail/);
  }
});

test('another site cannot make its visitors ask', async () => {
  const { email } = await user('kim');
  assert.equal((await ask(email, { 'sec-fetch-site': 'cross-site' })).statusCode, 403);
  assert.deepEqual(await takeMails(testing, email), []);
});
