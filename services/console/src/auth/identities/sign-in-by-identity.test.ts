import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setOptions } from '../../testing/set-options.ts';
import { type IdentityConsole, identityConsole, newGitHub } from './testing.ts';

let console: IdentityConsole;
before(async () => {
  console = await identityConsole();
});
after(() => console.close());

for (const [name, account, subject, username] of [
  ['github', { id: 583_231, login: 'octo-cat' }, '583231', /^github_583231$/],
  ['linuxdo', { id: 77, username: 'lin', active: true, trustLevel: 2 }, '77', /^linuxdo_77$/],
  ['oidc', { sub: 'a-b-c', preferred_username: 'otto' }, '#a-b-c', /^oidc_[0-9a-z]{10}$/],
] as const) {
  test(`${name}: a newcomer becomes a user without a password, and comes back as the same`, async () => {
    const visitor = console.browser();
    const first = await console.enter(visitor, name, account as never);
    assert.equal(first.success, true, first.message);
    assert.match(first.data.username, username);
    assert.equal((await visitor.get('/api/user/self')).data.id, first.data.id);
    const stored = await console.testing.db
      .selectFrom('users')
      .select(['password_hash', 'role', 'status', 'email'])
      .where('id', '=', first.data.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(stored, { password_hash: null, role: 1, status: 1, email: null });
    const identity = await console.testing.db
      .selectFrom('identities')
      .select(['provider', 'subject'])
      .where('user_id', '=', first.data.id)
      .execute();
    assert.deepEqual(identity, [
      { provider: name, subject: name === 'oidc' ? console.oidc.issuer + subject : subject },
    ]);
    const again = await console.enter(console.browser(), name, account as never);
    assert.equal(again.data.id, first.data.id);
  });
}

for (const [standing, change] of [
  ['disabled', { status: 2 }],
  ['deleted', { deleted_at: new Date() }],
] as const) {
  test(`the identity of a ${standing} user signs nobody in and makes no new account`, async () => {
    const account = newGitHub();
    const first = await console.enter(console.browser(), 'github', account);
    await console.testing.db.updateTable('users').set(change).where('id', '=', first.data.id).execute();
    const usersBefore = await console.countUsers();
    const visitor = console.browser();
    const answer = await console.enter(visitor, 'github', account);
    assert.equal(answer.success, false);
    assert.match(answer.message, new RegExp(standing));
    assert.equal(visitor.cookies.has('__Host-sid'), false);
    assert.equal(await console.countUsers(), usersBefore);
  });
}

test('while registration is off only known identities sign in; the switch for password forms is another', async () => {
  const known = newGitHub();
  await console.enter(console.browser(), 'github', known);
  await setOptions(console.testing, { PasswordRegisterEnabled: 'false', PasswordLoginEnabled: 'false' });
  assert.equal((await console.enter(console.browser(), 'github', newGitHub())).success, true);
  await setOptions(console.testing, { RegisterEnabled: 'false' });
  const account = newGitHub();
  const usersBefore = await console.countUsers();
  const refused = await console.enter(console.browser(), 'github', account);
  assert.match(refused.message, /disabled by the administrator/);
  assert.equal(await console.countUsers(), usersBefore);
  assert.equal(await console.ownerOf('github', String(account.id)), undefined);
  assert.equal((await console.enter(console.browser(), 'github', known)).success, true);
  await setOptions(console.testing, {
    RegisterEnabled: 'true',
    PasswordRegisterEnabled: 'true',
    PasswordLoginEnabled: 'true',
  });
});

test('an equal e-mail address, verified or not, never leads to an account', async () => {
  const victim = await console.newUser();
  const address = 'victim@example.com';
  await console.testing.db.updateTable('users').set({ email: address }).where('id', '=', victim.id).execute();
  for (const verified of [true, false]) {
    const account = { ...newGitHub(), emails: [{ email: address, primary: true, verified }] };
    const answer = await console.enter(console.browser(), 'github', account);
    assert.equal(answer.success, true);
    assert.notEqual(answer.data.id, victim.id);
  }
  const issued = { sub: 'takeover', email: address, email_verified: true };
  assert.notEqual((await console.enter(console.browser(), 'oidc', issued)).data.id, victim.id);
  const holders = await console.testing.db.selectFrom('users').select('id').where('email', '=', address).execute();
  assert.deepEqual(holders, [{ id: victim.id }]);
});

test('a newcomer gets an address only when the provider has verified it', async () => {
  for (const [email, verified, stored] of [
    ['Proved@Example.com', true, 'proved@example.com'],
    ['claimed@example.com', false, null],
  ] as const) {
    const account = { ...newGitHub(), emails: [{ email, primary: true, verified }] };
    const { data } = await console.enter(console.browser(), 'github', account);
    const row = await console.testing.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    assert.equal(row.email, stored);
  }
});

test('a GitHub login that a stranger took over is another identity', async () => {
  const first = await console.enter(console.browser(), 'github', { id: 5_001, login: 'recycled' });
  const second = await console.enter(console.browser(), 'github', { id: 5_002, login: 'recycled' });
  assert.notEqual(first.data.id, second.data.id);
});

test('a generated name that somebody has is no obstacle', async () => {
  await console.testing.addUser({ username: 'GitHub_5100' });
  const { data } = await console.enter(console.browser(), 'github', { id: 5_100, login: 'late' });
  assert.match(data.username, /^github_[0-9a-z]{10}$/);
});

test('an error that GitHub answers with HTTP 200 is a refusal and makes no user', async () => {
  const visitor = console.browser();
  const callback = await console.agree(visitor, 'github', newGitHub());
  const usersBefore = await console.countUsers();
  const spent = await visitor.get(callback.replace(/code=\w+/, 'code=wrong'));
  assert.equal(spent.success, false);
  assert.match(spent.message, /start again/);
  await setOptions(console.testing, { GitHubClientSecret: 'another' });
  const answer = await console.enter(console.browser(), 'github', newGitHub());
  await setOptions(console.testing, { GitHubClientSecret: 'github-secret-canary' });
  assert.match(answer.message, /cannot be used at the moment/);
  assert.match(console.testing.logged(), /incorrect_client_credentials/);
  assert.equal(await console.countUsers(), usersBefore);
});

test('a provider whose answers break off is a refusal', async () => {
  const visitor = console.browser();
  const callback = await console.agree(visitor, 'github', newGitHub());
  console.github.delivery.cutAfterBytes = 5;
  const answer = await visitor.get(callback);
  console.github.delivery.cutAfterBytes = undefined;
  assert.match(answer.message, /cannot be used at the moment/);
});

test('LINUX DO: inactive accounts are refused, low trust cannot register but sign in', async () => {
  await setOptions(console.testing, { LinuxDOMinimumTrustLevel: '2' });
  const account = { id: 900, username: 'lin', active: true, trustLevel: 1 };
  const usersBefore = await console.countUsers();
  assert.match((await console.enter(console.browser(), 'linuxdo', account)).message, /trust level 2/);
  assert.match(
    (await console.enter(console.browser(), 'linuxdo', { ...account, active: false })).message,
    /not active/,
  );
  assert.equal(await console.countUsers(), usersBefore);
  assert.equal(await console.ownerOf('linuxdo', '900'), undefined);
  await console.enter(console.browser(), 'linuxdo', { ...account, trustLevel: 2 });
  assert.equal((await console.enter(console.browser(), 'linuxdo', account)).success, true);
});

test('twenty sign-ins of one newcomer at once make one user', async () => {
  const account = newGitHub();
  const visitors = Array.from({ length: 20 }, () => console.browser());
  const callbacks = await Promise.all(visitors.map((visitor) => console.agree(visitor, 'github', account)));
  const usersBefore = await console.countUsers();
  const answers = await Promise.all(visitors.map((visitor, index) => visitor.get(callbacks[index] as string)));
  assert.ok(answers.every(({ success }) => success));
  assert.equal(new Set(answers.map(({ data }) => data.id)).size, 1);
  assert.equal(await console.countUsers(), usersBefore + 1);
});

test('the invitation goes with the state', async () => {
  await setOptions(console.testing, { QuotaForInvitee: '700' });
  const inviter = await console.newUser();
  const { aff_code: code } = await console.testing.db
    .selectFrom('users')
    .select('aff_code')
    .where('id', '=', inviter.id)
    .executeTakeFirstOrThrow();
  const { data } = await console.enter(console.browser(), 'github', newGitHub(), code);
  const invited = await console.testing.db
    .selectFrom('users')
    .innerJoin('accounts', 'user_id', 'id')
    .select(['inviter_id', 'balance'])
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(invited, { inviter_id: inviter.id, balance: 700 });
  await setOptions(console.testing, { QuotaForInvitee: '0' });
});
