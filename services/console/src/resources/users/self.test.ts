import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { deriveKeys, openNotifySecret } from '@switchyard/crypto';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';
import { isAnybodyWaiting } from '../../testing/waiting.ts';

let testing: TestConsole;
before(async () => {
  testing = await testConsole();
});
after(() => testing.close());

test('what was bought is what was credited less what was paid back', async () => {
  const id = await testing.addUser({ username: 'buyer' });
  const orders = [
    { trade_no: 'A'.repeat(16), quota: 1_000, credited_at: new Date() },
    { trade_no: 'B'.repeat(16), quota: 500, credited_at: new Date(), refunded_quota: 200 },
    { trade_no: 'C'.repeat(16), quota: 7_000 },
  ];
  for (const order of orders) {
    await testing.db
      .insertInto('topup_orders')
      .values({
        ...order,
        public_id: crypto.randomUUID(),
        user_id: id,
        processor: 'epay',
        amount_usd: '1',
        rate: '1',
        ratio: '1',
        currency: 'USD',
        payable_minor: 100,
        expires_at: new Date(),
      })
      .execute();
  }
  const buyer = await testing.signedIn('buyer');
  assert.equal((await buyer.get('/api/user/self')).data.total_topup, 1_300);
});

test('a username is changed by the rules for new ones, and is recorded', async () => {
  await testing.addUser({ username: 'ann' });
  await testing.addUser({ username: 'Taken' });
  const ann = await testing.signedIn('ann');
  for (const [username, said] of [
    ['taken', /is taken/],
    ['root', /is reserved/],
    ['a@b', /letters, digits/],
    ['thirteen-long', /1 to 12/],
    ['', /1 to 12/],
  ] as const) {
    const answer = await ann.put('/api/user/self', { username, display_name: 'Nobody' });
    assert.equal(answer.success, false, username);
    assert.match(answer.message, said);
  }
  const { data } = await ann.get('/api/user/self');
  assert.deepEqual([data.username, data.display_name], ['ann', ''], 'all of it or nothing');
  assert.equal((await ann.put('/api/user/self', { username: 'anna' })).data.username, 'anna');
  await testing.visitor().signIn('anna', password);
  const log = await ann.get('/api/log/self/?type=3');
  assert.equal(log.data.items[0].content, 'Changed the username to anna');
});

test('one name under parallel changes has one owner', async () => {
  const names = ['par1', 'par2', 'par3', 'par4'];
  for (const username of names) await testing.addUser({ username });
  const visitors = await Promise.all(names.map((username) => testing.signedIn(username)));
  const answers = await Promise.all(visitors.map((visitor) => visitor.put('/api/user/self', { username: 'parallel' })));
  assert.equal(answers.filter(({ success }) => success).length, 1);
  for (const { success, message } of answers) if (!success) assert.match(message, /is taken/);
});

test('a change under way sets no password after the session has ended', async () => {
  const id = await testing.addUser({ username: 'evicted' });
  const visitor = await testing.signedIn('evicted');
  const other = await testing.db.startTransaction().execute();
  await other.updateTable('users').set({ password_hash: 'reset' }).where('id', '=', id).execute();
  await other.deleteFrom('sessions').where('user_id', '=', id).execute();
  let isDone = false;
  const form = { password: 'a stranger has chosen this', original_password: password };
  const late = visitor.request('PUT', '/api/user/self', form).finally(() => (isDone = true));
  while (!isDone && !(await isAnybodyWaiting(testing.db))) await setImmediate();
  await other.commit().execute();
  assert.equal((await late).statusCode, 401);
  const row = await testing.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  assert.equal(row?.password_hash, 'reset');
});

test('who has no password sets one after a recent sign-in', async () => {
  const id = await testing.addUser({ username: 'external' });
  const visitor = await testing.signedIn('external');
  await testing.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
  assert.equal((await visitor.get('/api/user/self')).data.has_password, false);
  const old = { authenticated_at: new Date(Date.now() - 3_600_000) };
  await testing.db.updateTable('sessions').set(old).where('user_id', '=', id).execute();
  const refused = await visitor.request('PUT', '/api/user/self', { password: 'a fresh password' });
  assert.equal(refused.headers['x-recent-sign-in'], 'required');
  await testing.db.updateTable('sessions').set({ authenticated_at: new Date() }).where('user_id', '=', id).execute();
  assert.equal((await visitor.put('/api/user/self', { password: 'a fresh password' })).success, true);
  await testing.visitor().signIn('external', 'a fresh password');
});

test('a deleted account is gone: sessions, keys, access token and name; its rows stay', async () => {
  const id = await testing.addUser({ username: 'leaver', balance: 100 });
  const [visitor, elsewhere] = [await testing.signedIn('leaver'), await testing.signedIn('leaver')];
  const { data: token } = await visitor.get('/api/user/token');
  const created = await visitor.post('/api/token/', { name: 'key' });
  assert.equal((await visitor.delete('/api/user/self')).success, true);
  assert.equal(visitor.cookies.size, 0);
  assert.equal((await elsewhere.request('GET', '/api/user/self')).statusCode, 401);
  const program = { authorization: `Bearer ${token}`, 'new-api-user': String(id) };
  assert.equal((await testing.visitor().request('GET', '/api/user/self', undefined, program)).statusCode, 401);
  for (const table of ['sessions', 'access_tokens'] as const) {
    const rows = await testing.db.selectFrom(table).select('user_id').where('user_id', '=', id).execute();
    assert.deepEqual(rows, [], table);
  }
  const again = await testing.visitor().post('/api/user/login', { username: 'leaver', password });
  assert.equal(again.message, 'Wrong username or password.');
  const key = await testing.db.selectFrom('tokens').select('deleted_at').where('id', '=', created.data.id).execute();
  assert.ok(key[0]?.deleted_at);
  const told = await testing.db.selectFrom('outbox').select('subject').execute();
  const subjects = told.map(({ subject }) => subject);
  assert.ok(subjects.includes(`token.changed.${created.data.id}`) && subjects.includes(`user.changed.${id}`));
  const { balance } = await testing.db
    .selectFrom('accounts')
    .select('balance')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(balance, 100);
});

test('root cannot delete itself', async () => {
  await testing.addUser({ username: 'root', role: 100 });
  const root = await testing.signedIn('root');
  assert.match((await root.delete('/api/user/self')).message, /super administrator cannot be deleted/);
  assert.equal((await root.get('/api/user/self')).success, true);
});

test('settings change what is named and nothing else', async () => {
  await testing.addUser({ username: 'setter' });
  const visitor = await testing.signedIn('setter');
  assert.equal(
    (await visitor.put('/api/user/setting', { language: 'ja', quota_warning_threshold: 5_000 })).success,
    true,
  );
  assert.equal((await visitor.put('/api/user/setting', { notify_email: false })).success, true);
  const { data } = await visitor.get('/api/user/self');
  assert.deepEqual([data.language, data.quota_warning_threshold, data.notify_email], ['ja', 5_000, false]);
  await visitor.put('/api/user/setting', { quota_warning_threshold: null });
  assert.equal((await visitor.get('/api/user/self')).data.quota_warning_threshold, null);
  for (const change of [{ language: 'xx' }, { quota_warning_threshold: -1 }, { quota_warning_threshold: 0.5 }]) {
    assert.equal((await visitor.put('/api/user/setting', change)).success, false, JSON.stringify(change));
  }
});

test('a sign-in tells the language, so that a new device takes it over', async () => {
  await testing.addUser({ username: 'polyglot' });
  const visitor = await testing.signedIn('polyglot');
  await visitor.put('/api/user/setting', { language: 'ar' });
  assert.equal((await testing.visitor().signIn('polyglot', password)).data.language, 'ar');
});

test('a webhook gets a secret that is shown once and sealed at rest', async () => {
  const id = await testing.addUser({ username: 'hook' });
  const visitor = await testing.signedIn('hook');
  for (const address of [
    'http://hooks.example.com',
    'https://me:secret@hooks.example.com',
    'javascript:alert(1)',
    'x',
  ]) {
    const refused = await visitor.put('/api/user/setting', { notify_webhook: address });
    assert.match(refused.message, /https address/, address);
  }
  const first = await visitor.put('/api/user/setting', { notify_webhook: 'https://hooks.example.com/a' });
  assert.match(first.data.notify_secret, /^whsec_/);
  const second = await visitor.put('/api/user/setting', { notify_webhook: 'https://hooks.example.com/b' });
  assert.equal(second.data.notify_secret, '');
  const log = await visitor.request('GET', '/api/log/self/?type=3');
  assert.match(log.body, /webhook for notices to hooks\.example\.com/);
  assert.doesNotMatch(log.body, /example\.com\//, 'paths of webhooks are secrets at many receivers');
  const third = await visitor.put('/api/user/setting', { renew_notify_secret: true });
  assert.notEqual(third.data.notify_secret, first.data.notify_secret);
  const stored = await testing.db
    .selectFrom('users')
    .select('notify_secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.ok(!stored.notify_secret.includes('whsec_'));
  assert.equal(
    openNotifySecret(deriveKeys(testing.config.secret).optionKey, id, stored.notify_secret),
    third.data.notify_secret,
  );
  const self = await visitor.request('GET', '/api/user/self');
  assert.ok(!self.body.includes('whsec_'));
});
