import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { codeOf } from '@switchyard/testing/third-parties/authenticator-app';
import { sql } from 'kysely';
import { password, type TestConsole, testConsole } from '../../../testing/console.ts';
import type { Visitor } from '../../../testing/visitor.ts';

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

async function newUser(role: 1 | 10 = 1, balance = 0) {
  const username = `member${++users}`;
  return { id: await testing.addUser({ username, role, balance }), username };
}

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.request('GET', '/api/user/self')).statusCode === 200;
}

async function balanceOf(id: number): Promise<number> {
  const row = await testing.db.selectFrom('accounts').select('balance').where('user_id', '=', id).execute();
  return row[0]?.balance ?? Number.NaN;
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

test('users of the same or a higher level are neither read, changed nor deleted', async () => {
  for (const id of [ids.root, ids.peer, ids.admin]) {
    assert.match((await admin.get(`/api/user/${id}`)).message, /no right to read users of the same or a higher level/);
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
    await untilSomebodyWaits();
    return { call };
  });
  assert.match((await answer.call).message, /no permission/);
  assert.equal((await root.get(`/api/user/${target.id}`)).data.status, 1);
});

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`
      SELECT count(*) > 0 AS waiting FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND datname = current_database()`.execute(testing.db);
    if (rows[0]?.waiting) return;
  }
}

test('users are made below the own level, must change their password, and get what newcomers get', async () => {
  await root.put('/api/option/', { key: 'QuotaForNewUser', value: '777' });
  const made = await admin.post('/api/user/', { username: 'fresh', password: 'first password', display_name: 'Fresh' });
  assert.equal(made.success, true, made.message);
  const fresh = testing.visitor();
  const { data } = await fresh.signIn('fresh', 'first password');
  assert.deepEqual([data.role, data.must_change_password, data.display_name], [1, true, 'Fresh']);
  assert.equal(await balanceOf(data.id), 777);
  for (const [input, said] of [
    [{ username: '', password: 'some password' }, /cannot be empty/],
    [{ username: 'newone', password: '' }, /cannot be empty/],
    [{ username: 'newone', password: 'seven77' }, /at least 8/],
    [{ username: 'newone', password: 'x'.repeat(129) }, /at most 128/],
    [{ username: 'a@b', password: 'some password' }, /letters, digits/],
    [{ username: 'FRESH', password: 'some password' }, /is taken/],
    [{ username: 'newone', password: 'some password', role: 10 }, /at or above your own/],
    [{ username: 'newone', password: 'some password', role: 100 }, /at or above your own/],
    [{ username: 'newone', password: 'some password', group: 'nowhere' }, /no group nowhere/],
  ] as const) {
    const refused = await admin.post('/api/user/', input);
    assert.equal(refused.success, false, JSON.stringify(input));
    assert.match(refused.message, said);
  }
  const long = 'a password of an administrator';
  assert.match(
    (await root.post('/api/user/', { username: 'newadmin', password: 'short one', role: 10 })).message,
    /15/,
  );
  assert.equal((await root.post('/api/user/', { username: 'newadmin', password: long, role: 10 })).success, true);
  assert.match((await root.post('/api/user/', { username: 'root3', password: long, role: 100 })).message, /your own/);
});

test('a change sets what is named, and is recorded without the password', async () => {
  const { id, username } = await newUser(1, 500);
  const visitor = await testing.signedIn(username);
  const change = { id, username: `${username}x`, display_name: 'New', group: 'vip', rpm_limit: 7, quota: 900 };
  assert.equal((await admin.put('/api/user/', { ...change, password: 'a set password', role: 100 })).success, true);
  const { data } = await admin.get(`/api/user/${id}`);
  assert.deepEqual(
    [data.username, data.display_name, data.group, data.rpm_limit, data.tpm_limit, data.quota, data.role],
    [`${username}x`, 'New', 'vip', 7, 0, 900, 1],
  );
  assert.ok(!(await isSignedIn(visitor)));
  const again = await testing.visitor().signIn(`${username}x`, 'a set password');
  assert.equal(again.data.must_change_password, true);
  const { data: log } = await root.get('/api/log/?type=3&username=boss');
  const { content } = log.items[0];
  assert.match(content, /group default to vip/);
  assert.match(content, /quota 500 to 900/);
  assert.doesNotMatch(content, /a set password/);
  const { data: same } = await admin.put('/api/user/', { id, display_name: 'New' });
  assert.equal(same, null);
  assert.equal((await root.get('/api/log/?type=3&username=boss')).data.items[0].content, content, 'nothing changed');
});

test('what a change refuses changes nothing at all', async () => {
  const { id } = await newUser(1, 100);
  const { username: taken } = await newUser();
  for (const change of [
    { quota: -1 },
    { quota: 0.5 },
    { quota: 1e16 },
    { quota: '1e3' },
    { quota: null },
    { quota: 101, quota_mode: 'subtract' },
    { quota: 1e15, quota_mode: 'add' },
    { quota: 5, quota_mode: 'multiply' },
    { quota: 5, group: 'nowhere' },
    { quota: 5, group: 'default,' },
    { quota: 5, username: taken },
    { quota: 5, username: 'admin' },
    { quota: 5, password: 'seven77' },
    { quota: 5, password: 'x'.repeat(129) },
    { quota: 5, rpm_limit: -1 },
  ]) {
    assert.equal((await admin.put('/api/user/', { id, ...change })).success, false, JSON.stringify(change));
  }
  assert.equal(await balanceOf(id), 100);
  assert.match(
    (await root.put('/api/user/', { id: ids.root, password: 'a new root password' })).message,
    /personal settings/,
  );
});

test('a balance is set, raised and lowered by postings in the journal, each once', async () => {
  const { id } = await newUser(1, 1_000);
  const set = (quota: number, mode?: string) =>
    admin.put('/api/user/', { id, quota, ...(mode && { quota_mode: mode }) });
  assert.equal((await set(400)).success, true);
  assert.equal((await set(400)).success, true);
  assert.equal((await set(50, 'add')).success, true);
  assert.equal((await set(150, 'subtract')).success, true);
  assert.equal(await balanceOf(id), 300);
  const rows = await testing.db
    .selectFrom('journal')
    .select(['kind', 'amount'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute();
  assert.deepEqual(rows, [
    { kind: 'gift', amount: 1_000 },
    { kind: 'adjust', amount: -600 },
    { kind: 'adjust', amount: 50 },
    { kind: 'adjust', amount: -150 },
  ]);
  await Promise.all(Array.from({ length: 20 }, () => set(10, 'add')));
  assert.equal(await balanceOf(id), 500);
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
