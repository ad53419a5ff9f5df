import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { password, type TestConsole, testConsole } from '../../testing/console.ts';
import { takeCode, takeMails } from '../../testing/mails.ts';
import { setOptions } from '../../testing/set-options.ts';
import type { Envelope, Visitor } from '../../testing/visitor.ts';

let testing: TestConsole;
let places = 0;
before(async () => {
  testing = await testConsole();
});
afterEach(async () => {
  await testing.db.deleteFrom('options').execute();
  testing.options.forget();
});
after(() => testing.close());

/** A browser at an address of its own. */
function newcomer(address?: string): Visitor {
  const visitor = testing.visitor();
  visitor.address = address ?? `10.3.${Math.floor(++places / 250)}.${(places % 250) + 1}`;
  return visitor;
}

const register = (form: object, visitor = newcomer()): Promise<Envelope> =>
  visitor.post('/api/user/register', { username: 'newcomer', password, password2: password, ...form });

const ask = (visitor: Visitor, email: string) => visitor.get(`/api/verification?${new URLSearchParams({ email })}`);

const find = (username: string) =>
  testing.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst();

const verifyMails = () =>
  setOptions(testing, {
    EmailVerificationEnabled: 'true',
    SMTPServer: 'mail.example.com',
    SMTPAccount: 'gateway@example.com',
  });

async function refused(said: RegExp, form: object, visitor?: Visitor): Promise<void> {
  const before = await countUsers();
  const answer = await register(form, visitor);
  assert.equal(answer.success, false);
  assert.match(answer.message, said);
  assert.equal(await countUsers(), before);
}

async function countUsers(): Promise<number> {
  const row = await testing.db
    .selectFrom('users')
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

test('a newcomer gets an account with the gift of newcomers, and is not signed in by it', async () => {
  await setOptions(testing, { QuotaForNewUser: '5000' });
  const visitor = newcomer();
  assert.deepEqual(await register({ username: 'Anna' }, visitor), { success: true, message: '', data: null });
  assert.equal(visitor.cookies.get('session'), undefined);
  await visitor.signIn('anna', password);
  const { data } = await visitor.get('/api/user/self');
  assert.deepEqual([data.username, data.role, data.status, data.group, data.quota], ['Anna', 1, 1, 'default', 5000]);
  const log = await visitor.get('/api/log/self/?type=4');
  assert.deepEqual(
    log.data.items.map(({ content }: { content: string }) => content),
    ['Received 5000 quota for signing up'],
  );
});

test('role, quota, group, status and id in the form count for nothing', async () => {
  const more = { role: 100, quota: 1e9, group: 'vip', status: 2, id: 1, inviter_id: 1, must_change_password: true };
  assert.equal((await register({ username: 'mallory', ...more })).success, true);
  const user = await find('mallory');
  assert.deepEqual([user?.role, user?.group, user?.status, user?.inviter_id], [1, 'default', 1, null]);
  const visitor = newcomer();
  await visitor.signIn('mallory', password);
  assert.equal((await visitor.get('/api/user/self')).data.quota, 0);
});

for (const [form, said] of [
  [{ username: '' }, /1 to 12 characters/],
  [{ username: 'thirteen-long' }, /1 to 12 characters/],
  [{ username: 'ann@x.io' }, /1 to 12 characters/],
  [{ username: 'ann lee' }, /1 to 12 characters/],
  [{ username: 'ROOT' }, /reserved/],
  [{ username: 'ｒｏｏｔ' }, /reserved/],
  [{ username: 'admin' }, /reserved/],
  [{ username: 'GitHub_7' }, /reserved/],
  [{ password: 'seven77', password2: 'seven77' }, /at least 8/],
  [{ password: 'x'.repeat(129), password2: 'x'.repeat(129) }, /at most 128/],
  [{ password2: `${password}!` }, /differ/],
  [{ password: 'PassWord1', password2: 'PassWord1' }, /guessed first/],
  [{ username: 'eightlong', password: 'EightLong', password2: 'EightLong' }, /differ from the username/],
] as const) {
  test(`${JSON.stringify(form).slice(0, 60)} is refused: ${said.source}`, () => refused(said, form));
}

test('closed registration says so before anything else is looked at', async () => {
  await setOptions(testing, { RegisterEnabled: 'false', PasswordRegisterEnabled: 'false' });
  await refused(/Registration is disabled/, { username: '' });
  await setOptions(testing, { RegisterEnabled: 'true' });
  await refused(/Registration with a password is disabled/, { username: '' });
  await setOptions(testing, { EmailVerificationEnabled: 'true' });
  assert.match((await ask(newcomer(), 'shut@example.com')).message, /Registration with a password is disabled/);
});

test('a name is taken in any case, also by a deleted user', async () => {
  await register({ username: 'Taken' });
  await refused(/taken/, { username: 'tAKEN' });
  await testing.db.updateTable('users').set({ deleted_at: new Date() }).where('username', '=', 'Taken').execute();
  await refused(/taken/, { username: 'taken' });
});

test('of parallel registrations under one name one succeeds, the others read why', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => register({ username: 'parallel' })));
  assert.equal(answers.filter(({ success }) => success).length, 1);
  for (const { success, message } of answers) if (!success) assert.match(message, /taken/);
});

test('without verification an address is not kept, as nobody proved it', async () => {
  await register({ username: 'unproved', email: 'victim@example.com' });
  const user = await find('unproved');
  assert.deepEqual([user?.email, user?.email_canonical], [null, null]);
});

test('with verification the mailed code is needed, and the address is kept', async () => {
  await verifyMails();
  const visitor = newcomer();
  await refused(/valid e-mail address/, { username: 'proved' }, visitor);
  await refused(/verification code/, { username: 'proved', email: 'ann@example.com' }, visitor);
  assert.equal((await ask(visitor, ' Ann@Example.com ')).success, true);
  const code = await takeCode(testing, 'ann@example.com');
  const form = { username: 'proved', email: 'ANN@example.com', verification_code: ` ${code} ` };
  assert.equal((await register(form, visitor)).success, true);
  assert.equal((await find('proved'))?.email, 'ann@example.com');
  await refused(/verification code/, { ...form, username: 'again' }, visitor);
});

test('a code serves the browser that asked, the address it was mailed to, and three minutes', async () => {
  await verifyMails();
  const visitor = newcomer();
  await ask(visitor, 'bob@example.com');
  const code = await takeCode(testing, 'bob@example.com');
  const form = { username: 'bob', email: 'bob@example.com', verification_code: code };
  await refused(/verification code/, form);
  await refused(/verification code/, { ...form, email: 'bobby@example.com' }, visitor);
  await testing.db.updateTable('email_codes').set({ expires_at: new Date() }).execute();
  await refused(/verification code/, form, visitor);
});

test('five wrong tries destroy a code, however many come at once', async () => {
  await verifyMails();
  const visitor = newcomer();
  await ask(visitor, 'cat@example.com');
  const code = await takeCode(testing, 'cat@example.com');
  const form = { username: 'cat', email: 'cat@example.com' };
  const wrong = code === '000000' ? '000001' : '000000';
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => register({ ...form, verification_code: wrong }, visitor)),
  );
  for (const { success } of tries) assert.equal(success, false);
  await refused(/verification code/, { ...form, verification_code: code }, visitor);
});

test('a taken name does not use the code up', async () => {
  await verifyMails();
  await testing.addUser({ username: 'dora' });
  const visitor = newcomer();
  await ask(visitor, 'dan@example.com');
  const form = { email: 'dan@example.com', verification_code: await takeCode(testing, 'dan@example.com') };
  await refused(/taken/, { ...form, username: 'dora' }, visitor);
  assert.equal((await register({ ...form, username: 'dan' }, visitor)).success, true);
});

test('a taken address is answered like a free one, and only its owner hears of it', async () => {
  await verifyMails();
  const visitor = newcomer();
  await ask(visitor, 'eve@example.com');
  const code = await takeCode(testing, 'eve@example.com');
  await register({ username: 'eve', email: 'eve@example.com', verification_code: code }, visitor);
  const free = await newcomer().request('GET', '/api/verification?email=free@example.com');
  await testing.db.updateTable('users').set({ email: 'eve2@example.com' }).where('username', '=', 'eve').execute();
  const taken = await newcomer().request('GET', '/api/verification?email=eve2@example.com');
  assert.deepEqual([taken.statusCode, taken.json()], [free.statusCode, free.json()]);
  const [mail] = await takeMails(testing, 'eve2@example.com');
  assert.match(mail?.text ?? '', /has an account|uses it already/);
  assert.doesNotMatch(mail?.text ?? '', /\d{6}/);
});

test('parallel registrations with one proved address make one account', async () => {
  await verifyMails();
  const visitor = newcomer();
  await ask(visitor, 'fay@example.com');
  const form = { email: 'fay@example.com', verification_code: await takeCode(testing, 'fay@example.com') };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => register({ ...form, username: `fay${index}` }, visitor)),
  );
  assert.equal(answers.filter(({ success }) => success).length, 1);
  for (const { success, message } of answers) if (!success) assert.match(message, /already used|verification code/);
});

test('with aliases restricted one mail box has one account', async () => {
  await verifyMails();
  await setOptions(testing, { EmailAliasRestrictionEnabled: 'true' });
  const visitor = newcomer();
  await ask(visitor, 'gil.b@gmail.com');
  const code = await takeCode(testing, 'gil.b@gmail.com');
  await register({ username: 'gil', email: 'gil.b@gmail.com', verification_code: code }, visitor);
  assert.ok(await find('gil'));
  assert.equal((await ask(newcomer(), 'gilb+x@googlemail.com')).success, true);
  const [mail] = await takeMails(testing, 'gilb+x@googlemail.com');
  assert.match(mail?.text ?? '', /uses it already/);
  await setOptions(testing, { EmailAliasRestrictionEnabled: 'false' });
  await ask(newcomer(), 'gil.b+y@gmail.com');
  assert.match(await takeCode(testing, 'gil.b+y@gmail.com'), /^\d{6}$/);
});

test('a mail box that has or had an account gets no gift again, in whatever spelling', async () => {
  await verifyMails();
  await setOptions(testing, { QuotaForNewUser: '5000' });
  const balances = [];
  for (const [username, email] of [
    ['hal', 'hal@example.com'],
    ['hal2', 'hal+2@example.com'],
    ['hal3', 'hal+3@example.com'],
  ] as const) {
    const visitor = newcomer();
    await ask(visitor, email);
    const form = { username, email, verification_code: await takeCode(testing, email) };
    assert.equal((await register(form, visitor)).success, true);
    await visitor.signIn(username, password);
    balances.push((await visitor.get('/api/user/self')).data.quota);
    await testing.db.updateTable('users').set({ deleted_at: new Date() }).where('username', '=', 'hal').execute();
  }
  assert.deepEqual(balances, [5_000, 0, 0]);
});

test('domains off the list get no code', async () => {
  await verifyMails();
  await setOptions(testing, { EmailDomainRestrictionEnabled: 'true', EmailDomainWhitelist: 'gmail.com' });
  assert.match((await ask(newcomer(), 'ann@evilgmail.com')).message, /gmail\.com/);
  assert.deepEqual(await takeMails(testing, 'ann@evilgmail.com'), []);
});

test('no mail is sent where none is needed or none can be sent', async () => {
  assert.match((await ask(newcomer(), 'ann@example.com')).message, /needs no e-mail/);
  await setOptions(testing, { EmailVerificationEnabled: 'true' });
  assert.match((await ask(newcomer(), 'ann@example.com')).message, /No mail server/);
  await refused(/verification code/, { email: 'ann@example.com', verification_code: '123456' });
});

test('mails are limited by address and by place; another site cannot make its visitors ask', async () => {
  await verifyMails();
  const visitor = newcomer();
  await ask(visitor, 'one@example.com');
  const second = await newcomer().request('GET', '/api/verification?email=one@example.com');
  assert.equal(second.statusCode, 429);
  await ask(visitor, 'two@example.com');
  const third = await visitor.request('GET', '/api/verification?email=three@example.com');
  assert.equal(third.statusCode, 429);
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  const forged = await newcomer().request('GET', '/api/verification?email=four@example.com', undefined, elsewhere);
  assert.equal(forged.statusCode, 403);
  assert.deepEqual(await takeMails(testing, 'four@example.com'), []);
});

test('a mail box gets 5 mails an hour, in whatever spelling', async () => {
  await verifyMails();
  for (let index = 0; index < 5; index++) await ask(newcomer(), `flood+${index}@example.com`);
  assert.equal((await newcomer().request('GET', '/api/verification?email=flood@example.com')).statusCode, 429);
});

test('an address registers at most 20 times in 20 minutes', async () => {
  const visitor = newcomer();
  for (let index = 0; index < 20; index++) assert.equal((await register({ username: '' }, visitor)).success, false);
  const response = await visitor.request('POST', '/api/user/register', {
    username: 'late',
    password,
    password2: password,
  });
  assert.equal(response.statusCode, 429);
});
