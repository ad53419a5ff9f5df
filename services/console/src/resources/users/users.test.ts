import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';

const next = 'a new and longer password';
let testing: TestConsole;
before(async () => {
  testing = await testConsole();
});
after(() => testing.close());

test('self shows the balance of the journal and no secret', async () => {
  const id = await testing.addUser({ username: 'ann', balance: 4_200 });
  const ann = await testing.signedIn('ann');
  const { data } = await ann.get('/api/user/self');
  const { aff_code: affCode, ...others } = data;
  assert.match(affCode, /^\w{8}$/);
  assert.deepEqual(others, {
    id,
    username: 'ann',
    display_name: '',
    email: '',
    github_id: '',
    linux_do_id: '',
    oidc_id: '',
    telegram_id: '',
    wechat_id: '',
    role: 1,
    status: 1,
    group: 'default',
    quota: 4_200,
    used_quota: 0,
    request_count: 0,
    total_topup: 0,
    aff_count: 0,
    aff_quota: 0,
    aff_history_quota: 0,
    inviter_id: 0,
    language: '',
    quota_warning_threshold: null,
    notify_email: true,
    notify_webhook: '',
    must_change_password: false,
    has_password: true,
    two_factor_enabled: false,
  });
});

test('role, quota, group, status and id in the body change nothing', async () => {
  const id = await testing.addUser({ username: 'bob', balance: 5 });
  const bob = await testing.signedIn('bob');
  const answer = await bob.put('/api/user/self', {
    display_name: 'Bob',
    id: 1,
    role: 100,
    status: 2,
    group: 'vip',
    quota: 1e9,
    balance: 1e9,
    aff_quota: 1e9,
    email: 'root@example.com',
    inviter_id: 1,
    must_change_password: true,
    rpm_limit: 0,
  });
  assert.equal(answer.success, true);
  const { data } = await bob.get('/api/user/self');
  const { display_name: name, username, role, group, quota } = data;
  assert.deepEqual(
    { id: data.id, name, username, role, group, quota },
    {
      id,
      name: 'Bob',
      username: 'bob',
      role: 1,
      group: 'default',
      quota: 5,
    },
  );
});

test('a new password needs the current one', async () => {
  await testing.addUser({ username: 'cat' });
  const cat = await testing.signedIn('cat');
  for (const [change, said] of [
    [{ password: next }, /current password/],
    [{ password: next, original_password: 'wrong' }, /current password is wrong/],
    [{ password: 'seven77', original_password: password }, /at least 8/],
    [{ password: 'x'.repeat(129), original_password: password }, /at most 128/],
    [{ password, original_password: password }, /differ/],
  ] as const) {
    const answer = await cat.put('/api/user/self', change);
    assert.equal(answer.success, false);
    assert.match(answer.message, said);
  }
  await testing.signedIn('cat');
});

test('a new password ends the other sessions, renews this one and is recorded', async () => {
  const id = await testing.addUser({ username: 'dan' });
  await testing.db.updateTable('users').set({ must_change_password: true }).where('id', '=', id).execute();
  const [here, elsewhere] = [await testing.signedIn('dan'), await testing.signedIn('dan')];
  const sid = here.cookies.get('__Host-sid');
  const answer = await here.put('/api/user/self', { password: next, original_password: password });
  assert.equal(answer.success, true, answer.message);
  assert.equal(answer.data.must_change_password, false);
  assert.notEqual(here.cookies.get('__Host-sid'), sid);
  assert.equal((await here.get('/api/user/self')).success, true);
  assert.equal((await elsewhere.request('GET', '/api/user/self')).statusCode, 401);
  assert.equal((await testing.visitor().post('/api/user/login', { username: 'dan', password })).success, false);
  await testing.visitor().signIn('dan', next);
  const log = await here.get('/api/log/self/?type=3');
  assert.deepEqual(
    log.data.items.map(({ content }: { content: string }) => content),
    ['Changed the password'],
  );
});

test('an administrator needs 15 characters', async () => {
  await testing.addUser({ username: 'admin', role: 10 });
  const admin = await testing.signedIn('admin');
  const answer = await admin.put('/api/user/self', { password: 'fourteen chars', original_password: password });
  assert.match(answer.message, /at least 15/);
});

test('guessing the current password runs into the same limit as signing in', async () => {
  await testing.addUser({ username: 'fay' });
  const fay = await testing.signedIn('fay');
  const guess = () => fay.request('PUT', '/api/user/self', { password: next, original_password: 'wrong' });
  for (let index = 0; index < 5; index++) assert.equal((await guess()).statusCode, 200);
  assert.equal((await guess()).statusCode, 429);
});

test('groups and models are those the user may use', async () => {
  await testing.addUser({ username: 'root', role: 100 });
  await testing.addUser({ username: 'gil', group: 'svip' });
  const [root, gil] = [await testing.signedIn('root'), await testing.signedIn('gil')];
  const channel = { type: 1, name: 'c', key: 'k' };
  await root.post('/api/channel/', { ...channel, models: 'open', group: 'default' });
  await root.post('/api/channel/', { ...channel, models: 'special,open', group: 'svip' });
  const off = await root.post('/api/channel/', { ...channel, models: 'off', group: 'default' });
  await root.put('/api/channel/', { id: off.data.ids[0], status: 2 });
  assert.deepEqual(Object.keys((await gil.get('/api/user/self/groups')).data), ['default', 'vip', 'svip']);
  assert.deepEqual((await gil.get('/api/user/self/groups')).data.default, { ratio: 1, desc: 'Default group' });
  assert.deepEqual((await gil.get('/api/user/models')).data, ['open', 'special']);
  assert.deepEqual((await root.get('/api/user/models')).data, ['open']);
  assert.deepEqual((await gil.get('/api/models')).data, { 1: ['gpt-4o'], 8: [], 11: [] });
  assert.deepEqual((await root.get('/api/group/')).data, ['default', 'vip', 'svip']);
});

test('the status is open to everybody', async () => {
  const { data } = await testing.visitor().get('/api/status');
  assert.equal(data.system_name, 'Switchyard');
  assert.equal(data.quota_per_unit, 500_000);
  assert.match(data.version, /^\d+\.\d+\.\d+/);
  assert.ok(data.start_time <= Date.now() / 1000);
});
