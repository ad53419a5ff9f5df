import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deriveKeys } from '@switchyard/crypto';
import { openMail } from '@switchyard/mail';
import { sql } from 'kysely';
import { overtake } from '../../testing/overtake.ts';
import { setOptions } from '../../testing/set-options.ts';
import { revokeAccess } from '../sessions/revoke-access.ts';
import { type IdentityConsole, identityConsole, newGitHub } from './testing.ts';

let console: IdentityConsole;
before(async () => {
  console = await identityConsole();
});
after(() => console.close());

test('a signed-in user binds, is told "bind", and signs in by it afterwards', async () => {
  const { id, visitor, username } = await console.newUser();
  const account = newGitHub();
  await console.testing.db.updateTable('users').set({ email: 'bound@example.com' }).where('id', '=', id).execute();
  const bound = await console.enter(visitor, 'github', account);
  assert.deepEqual(bound, { success: true, message: 'bind' });
  const again = await console.enter(visitor, 'github', account);
  assert.deepEqual(again, { success: true, message: 'bind' }, 'it is theirs already');
  assert.equal((await visitor.get('/api/user/self')).success, true, 'the session goes on');
  const signedIn = await console.enter(console.browser(), 'github', account);
  assert.equal(signedIn.data.username, username);
  const { data } = await visitor.get('/api/user/identity');
  assert.deepEqual(
    data.map(({ provider, name }: { provider: string; name: string }) => ({ provider, name })),
    [{ provider: 'github', name: account.login }],
  );
  const log = await visitor.get('/api/log/self/?type=3');
  assert.deepEqual(
    log.data.items.map(({ content }: { content: string }) => content),
    [`Bound the GitHub account ${account.login}`],
  );
  const { optionKey } = deriveKeys(console.testing.config.secret);
  const mails = await console.testing.db.selectFrom('mails').select(['id', 'sealed']).execute();
  const [mail] = mails.map((row) => openMail(optionKey, row)).filter(({ to }) => to === 'bound@example.com');
  assert.match(mail?.text ?? '', new RegExp(`GitHub account ${account.login} can now sign in`));
});

for (const standing of ['active', 'disabled', 'deleted'] as const) {
  test(`an identity of another user is not bound, also when that user is ${standing}`, async () => {
    const account = newGitHub();
    const first = await console.enter(console.browser(), 'github', account);
    const change = { active: { status: 1 }, disabled: { status: 2 }, deleted: { deleted_at: new Date() } }[standing];
    await console.testing.db.updateTable('users').set(change).where('id', '=', first.data.id).execute();
    const { visitor } = await console.newUser();
    const answer = await console.enter(visitor, 'github', account);
    assert.match(answer.message, /already bound/);
    assert.equal((await console.ownerOf('github', String(account.id)))?.user_id, first.data.id);
  });
}

test('a second account of the same provider waits until the first is unbound', async () => {
  const { visitor } = await console.newUser();
  const [first, second] = [newGitHub(), newGitHub()];
  await console.enter(visitor, 'github', first);
  const refused = await console.enter(visitor, 'github', second);
  assert.equal(refused.success, false);
  assert.match(refused.message, /Unbind/);
  assert.equal((await visitor.delete('/api/user/identity/github')).success, true);
  assert.equal((await console.enter(visitor, 'github', second)).message, 'bind');
});

test('a binding whose session has ended is refused, and no account is made', async () => {
  const { visitor } = await console.newUser();
  const account = newGitHub();
  const callback = await console.agree(visitor, 'github', account);
  await visitor.get('/api/user/logout');
  const usersBefore = await console.countUsers();
  const asked = console.asked('github');
  const answer = await visitor.get(callback);
  assert.equal(answer.success, false);
  assert.match(answer.message, /session has ended/);
  assert.equal(console.asked('github'), asked);
  assert.equal(await console.countUsers(), usersBefore);
  assert.equal(await console.ownerOf('github', String(account.id)), undefined);
});

test('a binding, or its end, whose session ends while it is under way is refused', async () => {
  const { id, visitor } = await console.newUser();
  const account = newGitHub();
  const callback = await console.agree(visitor, 'github', account);
  const bound = await overtake(
    console.testing.db,
    (trx) => revokeAccess(trx, id),
    () => visitor.request('GET', callback),
  );
  assert.equal(bound.statusCode, 401, bound.body);
  assert.equal(await console.ownerOf('github', String(account.id)), undefined);
  const other = await console.newUser();
  await console.enter(other.visitor, 'github', account);
  const unbound = await overtake(
    console.testing.db,
    (trx) => revokeAccess(trx, other.id),
    () => other.visitor.request('DELETE', '/api/user/identity/github'),
  );
  assert.equal(unbound.statusCode, 401, unbound.body);
  assert.equal((await console.ownerOf('github', String(account.id)))?.user_id, other.id);
});

test('a binding is not finished in the session of another user', async () => {
  const [one, other] = [await console.newUser(), await console.newUser()];
  const account = newGitHub();
  const callback = await console.agree(one.visitor, 'github', account);
  assert.equal((await other.visitor.get(callback)).success, false);
  assert.equal(await console.ownerOf('github', String(account.id)), undefined);
});

test('binding and unbinding need a sign-in of the last 10 minutes', async () => {
  const { id, visitor } = await console.newUser();
  await console.enter(visitor, 'github', newGitHub());
  await sql`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = ${id}`.execute(
    console.testing.db,
  );
  for (const response of [
    await visitor.request('GET', '/api/oauth/state?provider=linuxdo'),
    await visitor.request('DELETE', '/api/user/identity/github'),
  ]) {
    assert.equal(response.json().success, false);
    assert.equal(response.headers['x-recent-sign-in'], 'required');
  }
});

test('the last way to sign in cannot be unbound', async () => {
  const visitor = console.browser();
  const account = newGitHub();
  await console.enter(visitor, 'github', account);
  assert.match((await visitor.delete('/api/user/identity/github')).message, /could not sign in any more/);
  await console.enter(visitor, 'linuxdo', { id: 8_000 + account.id, username: 'x', active: true, trustLevel: 4 });
  await setOptions(console.testing, { LinuxDOOAuthEnabled: 'false' });
  assert.equal((await visitor.delete('/api/user/identity/github')).success, false, 'the other one is switched off');
  await setOptions(console.testing, { LinuxDOOAuthEnabled: 'true' });
  const both = await Promise.all([
    visitor.delete('/api/user/identity/github'),
    visitor.delete('/api/user/identity/linuxdo'),
  ]);
  assert.equal(both.filter(({ success }) => success).length, 1, 'not both at once');
});

test('nobody unbinds what they have not bound', async () => {
  const owner = await console.newUser();
  const account = newGitHub();
  await console.enter(owner.visitor, 'github', account);
  const other = await console.newUser();
  assert.match((await other.visitor.delete('/api/user/identity/github')).message, /bound no GitHub/);
  assert.equal((await console.ownerOf('github', String(account.id)))?.user_id, owner.id);
  assert.equal((await other.visitor.request('DELETE', '/api/user/identity/myspace')).json().success, false);
});

test('two users who bind the same identity at once: one has it', async () => {
  const account = newGitHub();
  const users = await Promise.all([console.newUser(), console.newUser()]);
  const callbacks = await Promise.all(users.map(({ visitor }) => console.agree(visitor, 'github', account)));
  const answers = await Promise.all(users.map(({ visitor }, index) => visitor.get(callbacks[index] as string)));
  assert.deepEqual(answers.map(({ message }) => message === 'bind').sort(), [false, true]);
});
