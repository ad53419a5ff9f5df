import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { codeOf } from '@switchyard/testing/third-parties/authenticator-app';
import { sql } from 'kysely';
import { password, type TestConsole, testConsole } from '../../../testing/console.ts';
import { overtake } from '../../../testing/overtake.ts';
import type { Visitor } from '../../../testing/visitor.ts';
import { untilSomebodyWaits } from '../../../testing/waiting.ts';

let testing: TestConsole;
let root: Visitor;
let admin: Visitor;
let users = 0;
const ids = { root: 0, admin: 0, peer: 0 };
before(async () => {
  testing = await testConsole();
  ids.root = await testing.addUser({ username: 'root', role: 100 });
  ids.admin = await testing.addUser({ username: 'boss', role: 10 });
  ids.peer = await testing.addUser({ username: 'peer', role: 10 });
  root = await testing.signedIn('root');
  admin = await testing.signedIn('boss');
});
after(() => testing.close());

async function newUser(role: 1 | 10 = 1) {
  const username = `member${++users}`;
  return { id: await testing.addUser({ username, role }), username };
}

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.request('GET', '/api/user/self')).statusCode === 200;
}

test('the list pages, newest first, and shows neither hash nor token', async () => {
  const { id, username } = await newUser();
  const visitor = await testing.signedIn(username);
  const { data: token } = await visitor.get('/api/user/token');
  const response = await admin.request('GET', '/api/user/?p=1&page_size=2');
  const { items, page, page_size: size, total } = response.json().data;
  assert.deepEqual([items[0].id, items.length, page, size], [id, 1, 1, 2]);
  assert.equal(total, 1, 'an administrator sees users below only');
  assert.equal((await root.get('/api/user/')).data.total, 4, 'root sees all');
  assert.doesNotMatch(response.body, /argon2|password|hash|session|secret/);
  assert.ok(!response.body.includes(token));
  assert.equal(items[0].DeletedAt, null);
  assert.equal((await admin.get('/api/user/?p=99')).data.items.length, 0);
});

test('keys of a user are shown masked, and only theirs', async () => {
  const { id, username } = await newUser();
  const owner = await testing.signedIn(username);
  for (const name of ['first', 'second']) await owner.post('/api/token/', { name });
  await admin.post('/api/token/', { name: 'of somebody else' });
  const { data } = await admin.get(`/api/user/${id}/tokens?p=1&page_size=1`);
  assert.deepEqual([data.total, data.items.map(({ name }: { name: string }) => name)], [2, ['second']]);
  const own = await owner.get(`/api/token/?p=0&size=1`);
  const { data: revealed } = await owner.post(`/api/token/${own.data.items[0].id}/key`);
  assert.ok(!JSON.stringify(data).includes(revealed.key.replace(/^sk-/, '')));
  assert.match((await admin.get('/api/user/987654/tokens')).message, /does not exist/);
});

test('users of the same or a higher level are neither read, changed nor deleted', async () => {
  for (const id of [ids.root, ids.peer, ids.admin]) {
    assert.match((await admin.get(`/api/user/${id}`)).message, /no right to read users of the same or a higher level/);
    assert.match((await admin.get(`/api/user/${id}/tokens`)).message, /no right to read users/);
    assert.match((await admin.put('/api/user/', { id, display_name: 'x' })).message, /no right to update users/);
    assert.match((await admin.delete(`/api/user/${id}`)).message, /no right to delete users/);
    assert.match((await admin.delete(`/api/user/${id}/2fa`)).message, /no right to update users/);
    for (const action of ['demote', 'disable', 'enable', 'promote']) {
      assert.match((await admin.post('/api/user/manage', { id, action })).message, /no right to update users/, action);
    }
    assert.match((await admin.post('/api/user/manage', { id, action: 'delete' })).message, /no right to delete users/);
  }
  assert.equal((await root.get(`/api/user/${ids.peer}`)).data.username, 'peer');
  assert.match((await root.get('/api/user/987654')).message, /does not exist/);
});

test('root is not disabled, deleted or demoted, also not by itself', async () => {
  for (const action of ['disable', 'delete', 'demote']) {
    const answer = await root.post('/api/user/manage', { id: ids.root, action });
    assert.equal(answer.message, 'The super administrator cannot be disabled, deleted or demoted.');
  }
  assert.equal((await root.delete(`/api/user/${ids.root}`)).success, false);
  assert.ok(await isSignedIn(root));
});

test('only root promotes; an administrator is not promoted twice, a user not demoted', async () => {
  const { id, username } = await newUser();
  const visitor = await testing.signedIn(username);
  assert.match(
    (await admin.post('/api/user/manage', { id, action: 'promote' })).message,
    /Only the super administrator/,
  );
  assert.match((await admin.post('/api/user/manage', { id, action: 'demote' })).message, /already a regular user/);
  assert.deepEqual((await root.post('/api/user/manage', { id, action: 'promote' })).data, { status: 1, role: 10 });
  assert.ok(!(await isSignedIn(visitor)), 'a new role needs a new session');
  assert.match((await root.post('/api/user/manage', { id, action: 'promote' })).message, /already an administrator/);
  const promoted = await testing.signedIn(username);
  assert.equal((await promoted.request('GET', '/api/user/')).statusCode, 200);
  assert.deepEqual((await root.post('/api/user/manage', { id, action: 'demote' })).data, { status: 1, role: 1 });
  assert.ok(!(await isSignedIn(promoted)));
});

test('a disabled user is signed out and let in again when enabled', async () => {
  const { id, username } = await newUser();
  const visitor = await testing.signedIn(username);
  assert.deepEqual((await admin.post('/api/user/manage', { id, action: 'disable' })).data, { status: 2, role: 1 });
  assert.ok(!(await isSignedIn(visitor)));
  assert.match((await testing.visitor().post('/api/user/login', { username, password })).message, /disabled/);
  assert.deepEqual((await admin.post('/api/user/manage', { id, action: 'enable' })).data, { status: 1, role: 1 });
  assert.ok(!(await isSignedIn(visitor)), 'the earlier session stays ended');
  await testing.signedIn(username);
});

test('a deleted user stays in the list as deleted, and cannot be changed any more', async () => {
  const { id, username } = await newUser();
  const visitor = await testing.signedIn(username);
  assert.equal((await admin.delete(`/api/user/${id}`)).success, true);
  assert.ok(!(await isSignedIn(visitor)));
  assert.notEqual((await admin.get(`/api/user/${id}`)).data.DeletedAt, null);
  assert.match((await admin.put('/api/user/', { id, quota: 5 })).message, /was deleted/);
  assert.match((await admin.post('/api/user/manage', { id, action: 'enable' })).message, /was deleted/);
  assert.equal((await testing.visitor().post('/api/user/login', { username, password })).success, false);
});

test('two administrators who demote and promote each other at once do not wait in a circle', async () => {
  const other = await testing.addUser({ username: 'root2', role: 100 });
  const second = await testing.signedIn('root2');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? root : second).put('/api/user/', { id: index % 2 ? other : ids.root, display_name: `d${index}` }),
    ),
  );
  assert.ok(answers.every(({ success }) => success));
  await testing.db.updateTable('users').set({ role: 1 }).where('id', '=', other).execute();
});

test('an administrator who was demoted a moment ago changes nothing, although the call was let in', async () => {
  const { id, username } = await newUser(10);
  const visitor = await testing.signedIn(username);
  const target = await newUser();
  // The demotion holds the row when the call comes; the call waits for it and then sees the new role.
  const answer = await testing.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ role: 1 }).where('id', '=', id).execute();
    const call = visitor.post('/api/user/manage', { id: target.id, action: 'disable' });
    await untilSomebodyWaits(testing.db);
    return { call };
  });
  assert.match((await answer.call).message, /no permission/);
  assert.equal((await root.get(`/api/user/${target.id}`)).data.status, 1);
});

test('an administrator who was demoted a moment ago makes no user', async () => {
  const { id, username } = await newUser(10);
  const visitor = await testing.signedIn(username);
  const answer = await overtake(
    testing.db,
    (trx) => trx.updateTable('users').set({ role: 1 }).where('id', '=', id).execute(),
    () => visitor.post('/api/user/', { username: 'made-late', password: 'a password that is long enough' }),
  );
  assert.match(answer.message, /no permission/);
  const made = await testing.db.selectFrom('users').select('id').where('username', '=', 'made-late').execute();
  assert.deepEqual(made, []);
});

test('users are found by id, and by a part of name, display name and address, within a group', async () => {
  const { id } = await newUser();
  const values = { display_name: 'Ünique Näme', email: 'findme@example.com', group: 'svip' };
  await testing.db.updateTable('users').set(values).where('id', '=', id).execute();
  const searcher = await searching();
  for (const query of [
    `keyword=${id}`,
    'keyword=%C3%BCNIQUE',
    'keyword=dme@ex',
    'group=svip',
    'keyword=findme&group=svip',
  ]) {
    const { data } = await searcher.get(`/api/user/search?${query}`);
    assert.ok(
      data.items.some((item: { id: number }) => item.id === id),
      query,
    );
  }
  for (const query of ['keyword=findme&group=vip', 'keyword=%25', 'keyword=_', 'keyword=%5C', 'keyword=boss']) {
    const { data } = await searcher.get(`/api/user/search?${query}`);
    assert.ok(!data.items.some((item: { id: number }) => item.id === id), query);
    if (!query.includes('group')) assert.equal(data.total, 0, query);
  }
  assert.equal((await searcher.request('GET', '/api/user/search?keyword=x')).statusCode, 429, 'ten in a minute');
});

test('a user in several groups is found by each of them', async () => {
  const searcher = await searching();
  for (const group of ['default,pro', 'pro,default', 'pro, default']) {
    const { id } = await newUser();
    await testing.db.updateTable('users').set({ group }).where('id', '=', id).execute();
    const found = async (name: string) => {
      const { data } = await searcher.get(`/api/user/search?group=${name}&page_size=100`);
      return data.items.some((item: { id: number }) => item.id === id);
    };
    assert.deepEqual([await found('default'), await found('pro'), await found('pr')], [true, true, false], group);
  }
});

/** An administrator who has not searched yet. */
async function searching(): Promise<Visitor> {
  const { username } = await newUser(10);
  return testing.signedIn(username);
}

test('a lost second factor is turned off by an administrator, and its owner told', async () => {
  const { id, username } = await newUser();
  await testing.db
    .updateTable('users')
    .set({ email: `${username}@example.com` })
    .where('id', '=', id)
    .execute();
  const visitor = await testing.signedIn(username);
  assert.match((await admin.delete(`/api/user/${id}/2fa`)).message, /is off/);
  const { data } = await visitor.post('/api/user/2fa/setup');
  await visitor.post('/api/user/2fa/enable', { code: codeOf(data.secret) });
  assert.equal((await admin.get(`/api/user/${id}`)).data.two_factor_enabled, true);
  const mails = async () => (await testing.db.selectFrom('mails').select('id').execute()).length;
  const before = await mails();
  assert.equal((await admin.delete(`/api/user/${id}/2fa`)).success, true);
  assert.equal(await mails(), before + 1);
  assert.ok(!(await isSignedIn(visitor)));
  await testing.signedIn(username);
});

/** Turns a second factor on. */
async function guard(visitor: Visitor): Promise<void> {
  const { data } = await visitor.post('/api/user/2fa/setup');
  const enabled = await visitor.post('/api/user/2fa/enable', { code: codeOf(data.secret) });
  assert.equal(enabled.success, true, enabled.message);
}

test('root does not turn off its own second factor without a code', async () => {
  const id = await testing.addUser({ username: 'careful', role: 100 });
  const careful = await testing.signedIn('careful');
  await guard(careful);
  assert.match(
    (await careful.delete(`/api/user/${id}/2fa`)).message,
    /your own second factor in the personal settings/,
  );
  assert.equal((await root.get(`/api/user/${id}`)).data.two_factor_enabled, true);
});

test('nobody turns off a second factor from a browser that was left alone', async () => {
  const { id, username } = await newUser();
  await guard(await testing.signedIn(username));
  const { username: actor } = await newUser(10);
  const leaving = await testing.signedIn(actor);
  await sql`
    UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = ${leaving.userId}
  `.execute(testing.db);
  const refused = await leaving.request('DELETE', `/api/user/${id}/2fa`);
  assert.equal(refused.headers['x-recent-sign-in'], 'required');
  assert.equal((await root.get(`/api/user/${id}`)).data.two_factor_enabled, true);
});

async function mustChangePassword(id: number): Promise<boolean> {
  const user = await testing.db
    .selectFrom('users')
    .select('must_change_password')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return user.must_change_password;
}

test('who becomes an administrator must change a password that nothing else guards', async () => {
  const promote = async (id: number) => {
    assert.equal((await root.post('/api/user/manage', { id, action: 'promote' })).success, true);
    return mustChangePassword(id);
  };
  const [plain, guarded, withoutPassword] = [await newUser(), await newUser(), await newUser()];
  await guard(await testing.signedIn(guarded.username));
  await testing.db.updateTable('users').set({ password_hash: null }).where('id', '=', withoutPassword.id).execute();
  assert.equal(await promote(plain.id), true);
  assert.equal(await promote(guarded.id), false);
  assert.equal(await promote(withoutPassword.id), false);
});

test('an administrator whose second factor is turned off must change the password, a user need not', async () => {
  for (const role of [10, 1] as const) {
    const { id, username } = await newUser(role);
    await guard(await testing.signedIn(username));
    assert.equal((await root.delete(`/api/user/${id}/2fa`)).success, true);
    assert.equal(await mustChangePassword(id), role === 10);
  }
});
