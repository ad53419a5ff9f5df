import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { password } from '../../testing/console.ts';
import { takeCode } from '../../testing/mails.ts';
import { setOptions } from '../../testing/set-options.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { type IdentityConsole, identityConsole, newGitHub } from '../identities/testing.ts';

let console: IdentityConsole;
before(async () => {
  console = await identityConsole();
  await setOptions(console.testing, {
    QuotaForNewUser: '5000',
    QuotaForInvitee: '100',
    EmailVerificationEnabled: 'true',
    SMTPServer: 'mail.example.com',
    SMTPAccount: 'gateway@example.com',
  });
});
after(() => console.close());

const quotaOf = async (visitor: Visitor) => (await visitor.get('/api/user/self')).data.quota;

async function prove(visitor: Visitor, email: string): Promise<string> {
  // The pauses between mails are not what is looked at here.
  visitor.address = `10.7.0.${++places}`;
  assert.equal((await visitor.get(`/api/verification?${new URLSearchParams({ email })}`)).success, true);
  return takeCode(console.testing, email);
}
let places = 0;

async function registerWith(username: string, email: string): Promise<Visitor> {
  const visitor = console.browser();
  const form = { username, email, password, password2: password, verification_code: await prove(visitor, email) };
  const answer = await visitor.post('/api/user/register', form);
  assert.equal(answer.success, true, answer.message);
  await visitor.signIn(username, password);
  return visitor;
}

async function bind(visitor: Visitor, email: string): Promise<void> {
  const code = await prove(visitor, email);
  const answer = await visitor.get(`/api/oauth/email/bind?${new URLSearchParams({ email, code })}`);
  assert.equal(answer.success, true, answer.message);
}

test('an identity earns the credit of newcomers once, also when its user has unbound it', async () => {
  const account = newGitHub();
  const inviter = await console.newUser();
  const { data: aff } = await inviter.visitor.get('/api/user/aff');
  const visitor = console.browser();
  await console.enter(visitor, 'github', account, aff);
  assert.equal(await quotaOf(visitor), 5_100);
  assert.equal((await visitor.put('/api/user/self', { password })).success, true);
  assert.equal((await visitor.delete('/api/user/identity/github')).success, true);
  const again = console.browser();
  assert.equal((await console.enter(again, 'github', account, aff)).success, true);
  assert.notEqual(again.userId, visitor.userId);
  assert.equal(await quotaOf(again), 0);
  assert.equal((await again.get('/api/user/self')).data.inviter_id, 0);
});

test('an identity that was ever bound earns nothing', async () => {
  const account = newGitHub();
  const { visitor } = await console.newUser();
  assert.equal((await console.enter(visitor, 'github', account)).message, 'bind');
  assert.equal((await visitor.delete('/api/user/identity/github')).success, true);
  const again = console.browser();
  assert.equal((await console.enter(again, 'github', account)).success, true);
  assert.equal(await quotaOf(again), 0);
});

test('a mail box earns the credit of newcomers once, also when its user has another by now', async () => {
  const first = await registerWith('ida', 'ida@example.com');
  assert.equal(await quotaOf(first), 5_000);
  await bind(first, 'ida@example.org');
  assert.equal(await quotaOf(await registerWith('ida2', 'ida+2@example.com')), 0);
});

test('a mail box that a provider vouches for earns nothing when another user has shown it', async () => {
  await registerWith('joe', 'joe@example.com');
  const account = { ...newGitHub(), emails: [{ email: 'Joe@Example.com', primary: true, verified: true }] };
  const visitor = console.browser();
  assert.equal((await console.enter(visitor, 'github', account)).success, true);
  assert.equal(await quotaOf(visitor), 0);
  const other = { ...newGitHub(), emails: [{ email: 'joe@example.com', primary: true, verified: false }] };
  const stranger = console.browser();
  assert.equal((await console.enter(stranger, 'github', other)).success, true);
  assert.equal(await quotaOf(stranger), 5_000, 'what nobody has verified proves nothing');
});
