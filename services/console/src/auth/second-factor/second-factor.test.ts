import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { codeOf } from '@switchyard/testing/third-parties/authenticator-app';
import { sql } from 'kysely';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';
import { overtake } from '../../testing/overtake.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { storeTotpSecret } from './totp-repository.ts';

let testing: TestConsole;
let users = 0;
before(async () => {
  testing = await testConsole();
});
after(() => testing.close());

interface Owner {
  readonly id: number;
  readonly username: string;
  readonly secret: string;
  readonly backupCodes: string[];
  /** Signed in before. */
  readonly visitor: Visitor;
  /** A code of now that was not used: as if the time of the last one were long ago. */
  nextCode(): Promise<string>;
}

/** A user who has turned the second factor on. */
async function owner(): Promise<Owner> {
  const username = `twofa${++users}`;
  const id = await testing.addUser({ username });
  const visitor = await testing.signedIn(username);
  const { data } = await visitor.post('/api/user/2fa/setup');
  const enabled = await visitor.post('/api/user/2fa/enable', { code: codeOf(data.secret) });
  assert.equal(enabled.success, true, enabled.message);
  return {
    id,
    username,
    secret: data.secret,
    backupCodes: enabled.data.backup_codes,
    visitor,
    async nextCode() {
      await testing.db.updateTable('totp_secrets').set({ last_step: 0 }).where('user_id', '=', id).execute();
      return codeOf(data.secret);
    },
  };
}

/** A browser in which the first factor was right. */
async function pending(username: string): Promise<Visitor> {
  const visitor = testing.visitor();
  visitor.address = `10.1.0.${users}`;
  const answer = await visitor.post('/api/user/login', { username, password });
  assert.deepEqual(answer, { success: true, message: '', data: { require_2fa: true } });
  return visitor;
}

test('the secret counts only after a code of it was shown, and is nowhere in clear', async () => {
  const id = await testing.addUser({ username: 'setup' });
  const visitor = await testing.signedIn('setup');
  const { data } = await visitor.post('/api/user/2fa/setup');
  assert.match(data.qr_code, /^data:image\/png;base64,/);
  assert.ok(data.uri.includes(data.secret));
  await testing.visitor().signIn('setup', password);
  assert.match((await visitor.post('/api/user/2fa/enable', { code: '000000' })).message, /code is wrong/);
  assert.deepEqual((await visitor.get('/api/user/2fa')).data, { enabled: false, backup_codes: 0 });
  const { rows } = await sql<{ text: string }>`
    SELECT totp_secrets::text AS text FROM totp_secrets WHERE user_id = ${id}`.execute(testing.db);
  assert.ok(rows[0] && !rows[0].text.includes(data.secret));
  assert.ok(!testing.logged().includes(data.secret));
});

test('of two secrets that were offered only the one counts of which a code was shown', async () => {
  const id = await testing.addUser({ username: 'two-pages' });
  const visitor = await testing.signedIn('two-pages');
  const { data } = await visitor.post('/api/user/2fa/setup');
  // The other page asks for a secret of its own between the look at the code and the switch.
  const answer = await overtake(
    testing.db,
    (trx) => storeTotpSecret(trx, id, 'a secret of the other page'),
    () => visitor.post('/api/user/2fa/enable', { code: codeOf(data.secret) }),
  );
  assert.match(answer.message, /code is wrong/);
  assert.deepEqual((await visitor.get('/api/user/2fa')).data, { enabled: false, backup_codes: 0 });
});

test('turned on twice at once it is on once, with the backup codes that were answered', async () => {
  const id = await testing.addUser({ username: 'twice' });
  const pages = [await testing.signedIn('twice'), await testing.signedIn('twice')];
  const { data } = await (pages[0] as Visitor).post('/api/user/2fa/setup');
  const codes = [codeOf(data.secret), codeOf(data.secret, 1)];
  const answers = await Promise.all(
    pages.map((visitor, page) => visitor.post('/api/user/2fa/enable', { code: codes[page] })),
  );
  const [right, ...others] = answers.filter(({ success }) => success);
  assert.equal(others.length, 0);
  const signedIn = await (await pending('twice')).post('/api/user/login/2fa', { code: right?.data.backup_codes[0] });
  assert.equal(signedIn.data.id, id);
});

test('turning it on ends the other sessions, renews this one and is recorded', async () => {
  const id = await testing.addUser({ username: 'on' });
  await testing.db.updateTable('users').set({ email: 'on@example.com' }).where('id', '=', id).execute();
  const [here, elsewhere] = [await testing.signedIn('on'), await testing.signedIn('on')];
  const sid = here.cookies.get('__Host-sid');
  const { data } = await here.post('/api/user/2fa/setup');
  const enabled = await here.post('/api/user/2fa/enable', { code: codeOf(data.secret) });
  assert.equal(enabled.data.backup_codes.length, 10);
  assert.notEqual(here.cookies.get('__Host-sid'), sid);
  assert.deepEqual((await here.get('/api/user/2fa')).data, { enabled: true, backup_codes: 10 });
  assert.equal((await elsewhere.request('GET', '/api/user/self')).statusCode, 401);
  assert.match((await here.post('/api/user/2fa/setup')).message, /on already/);
  const { data: log } = await here.get('/api/log/self/?type=3');
  assert.equal(log.items[0].content, 'The second factor was turned on');
  assert.equal((await testing.db.selectFrom('mails').select('id').execute()).length, 1, 'its owner is told');
});

test('a right password opens nothing until the code is right', async () => {
  const { username, nextCode, id } = await owner();
  const visitor = await pending(username);
  assert.deepEqual([...visitor.cookies.keys()], ['__Host-pending']);
  visitor.userId = id;
  const pendingId = visitor.cookies.get('__Host-pending') ?? '';
  for (const headers of [
    {},
    { cookie: `__Host-sid=${pendingId}`, authorization: `Bearer ${pendingId}` },
    { cookie: null, authorization: `Bearer ${pendingId}` },
  ]) {
    assert.equal((await visitor.request('GET', '/api/user/self', undefined, headers)).statusCode, 401);
  }
  assert.match((await visitor.post('/api/user/login/2fa', { code: '000000' })).message, /code is wrong/);
  const finished = await visitor.post('/api/user/login/2fa', { code: await nextCode() });
  assert.equal(finished.data.username, username);
  assert.equal((await visitor.get('/api/user/self')).data.two_factor_enabled, true);
  assert.equal(visitor.cookies.has('__Host-pending'), false);
});

test('a code counts once, even while it is still shown', async () => {
  const { username, secret } = await owner();
  const code = codeOf(secret, 1);
  const [first, second] = [await pending(username), await pending(username)];
  const answers = await Promise.all([first, second].map((visitor) => visitor.post('/api/user/login/2fa', { code })));
  assert.deepEqual(answers.map(({ success }) => success).sort(), [false, true]);
  const third = await pending(username);
  assert.match((await third.post('/api/user/login/2fa', { code })).message, /used before/);
  assert.match(
    (await third.post('/api/user/login/2fa', { code: codeOf(secret) })).message,
    /used before/,
    'an earlier one',
  );
});

test('a backup code counts once, however it is written', async () => {
  const { username, backupCodes } = await owner();
  const typed = (backupCodes[0] ?? '').toUpperCase().replaceAll('-', ' ');
  const answers = await Promise.all(
    [await pending(username), await pending(username)].map((visitor) =>
      visitor.post('/api/user/login/2fa', { code: typed }),
    ),
  );
  assert.deepEqual(answers.map(({ success }) => success).sort(), [false, true]);
});

test('after five wrong codes the account waits, in every browser', async () => {
  const { username, nextCode } = await owner();
  const visitors = [await pending(username), await pending(username)];
  for (let index = 0; index < 5; index++) {
    const visitor = visitors[index % 2] as Visitor;
    assert.equal((await visitor.request('POST', '/api/user/login/2fa', { code: '000000' })).statusCode, 200);
  }
  const code = await nextCode();
  for (const visitor of visitors) {
    const refused = await visitor.request('POST', '/api/user/login/2fa', { code });
    assert.equal(refused.statusCode, 429);
    assert.ok(Number(refused.headers['retry-after']) <= 300);
  }
});

test('the second factor is worth nothing without the first, nor in another browser', async () => {
  const { username, nextCode } = await owner();
  await pending(username);
  const stranger = testing.visitor();
  assert.match((await stranger.post('/api/user/login/2fa', { code: await nextCode() })).message, /start again/);
  stranger.cookies.set('__Host-pending', 'guessed');
  assert.match((await stranger.post('/api/user/login/2fa', { code: await nextCode() })).message, /start again/);
});

test('a sign-in waits five minutes, and not for whoever was disabled meanwhile', async () => {
  const { id, username, nextCode } = await owner();
  const late = await pending(username);
  await sql`UPDATE pending_sign_ins SET created_at = now() - interval '5 minutes 1 second' WHERE user_id = ${id}`.execute(
    testing.db,
  );
  assert.match((await late.post('/api/user/login/2fa', { code: await nextCode() })).message, /start again/);
  const visitor = await pending(username);
  await testing.db.updateTable('users').set({ status: 2 }).where('id', '=', id).execute();
  assert.match((await visitor.post('/api/user/login/2fa', { code: await nextCode() })).message, /disabled/);
});

test('turning it off needs a code and a recent sign-in', async () => {
  const { id, username, visitor, nextCode } = await owner();
  assert.match((await visitor.post('/api/user/2fa/disable', { code: '000000' })).message, /code is wrong/);
  await sql`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = ${id}`.execute(
    testing.db,
  );
  const refused = await visitor.request('POST', '/api/user/2fa/disable', { code: await nextCode() });
  assert.equal(refused.headers['x-recent-sign-in'], 'required');
  assert.equal(refused.json().success, false);
  assert.match((await visitor.post('/api/user/verify', { password })).message, /code of your authenticator/);
  assert.equal((await visitor.post('/api/user/verify', { code: await nextCode() })).success, true);
  assert.equal((await visitor.post('/api/user/2fa/disable', { code: await nextCode() })).success, true);
  assert.deepEqual((await visitor.get('/api/user/2fa')).data, { enabled: false, backup_codes: 0 });
  assert.equal((await visitor.get('/api/user/self')).data.must_change_password, false);
  await testing.visitor().signIn(username, password);
});

test('an administrator who turns it off must change the password: it may be a short one', async () => {
  const { id, visitor, nextCode } = await owner();
  await testing.db.updateTable('users').set({ role: 10 }).where('id', '=', id).execute();
  assert.equal((await visitor.post('/api/user/2fa/disable', { code: await nextCode() })).success, true);
  assert.equal((await visitor.get('/api/user/self')).data.must_change_password, true);
});

test('new backup codes replace the earlier ones', async () => {
  const { username, visitor, backupCodes, nextCode } = await owner();
  const { data } = await visitor.post('/api/user/2fa/backup_codes', { code: await nextCode() });
  const browser = await pending(username);
  assert.equal((await browser.post('/api/user/login/2fa', { code: backupCodes[0] })).success, false);
  assert.equal((await browser.post('/api/user/login/2fa', { code: data.backup_codes[0] })).success, true);
});
