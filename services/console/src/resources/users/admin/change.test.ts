import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from '../../../testing/console.ts';
import type { Visitor } from '../../../testing/visitor.ts';

let testing: TestConsole;
let root: Visitor;
let admin: Visitor;
let rootId: number;
let users = 0;
before(async () => {
  testing = await testConsole();
  rootId = await testing.addUser({ username: 'root', role: 100 });
  await testing.addUser({ username: 'boss', role: 10 });
  root = await testing.signedIn('root');
  admin = await testing.signedIn('boss');
});
after(() => testing.close());

async function newUser(balance = 0) {
  const username = `member${++users}`;
  return { id: await testing.addUser({ username, balance }), username };
}

async function balanceOf(id: number): Promise<number> {
  const row = await testing.db.selectFrom('accounts').select('balance').where('user_id', '=', id).execute();
  return row[0]?.balance ?? Number.NaN;
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
  const { id, username } = await newUser(500);
  const visitor = await testing.signedIn(username);
  const change = { id, username: `${username}x`, display_name: 'New', group: 'vip', rpm_limit: 7, quota: 900 };
  assert.equal((await admin.put('/api/user/', { ...change, password: 'a set password', role: 100 })).success, true);
  const { data } = await admin.get(`/api/user/${id}`);
  assert.deepEqual(
    [data.username, data.display_name, data.group, data.rpm_limit, data.tpm_limit, data.quota, data.role],
    [`${username}x`, 'New', 'vip', 7, 0, 900, 1],
  );
  assert.equal((await visitor.request('GET', '/api/user/self')).statusCode, 401);
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
  const { id } = await newUser(100);
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
    (await root.put('/api/user/', { id: rootId, password: 'a new root password' })).message,
    /personal settings/,
  );
});

test('a balance is set, raised and lowered by postings in the journal, each once', async () => {
  const { id } = await newUser(1_000);
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
  const told = await testing.db
    .selectFrom('usage_log')
    .select(['type', 'quota'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    told,
    [-600, 50, -150].map((quota) => ({ type: 3, quota })),
    'the user sees what became of the balance',
  );
  await Promise.all(Array.from({ length: 20 }, () => set(10, 'add')));
  assert.equal(await balanceOf(id), 500);
});
