import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deriveKeys } from '@switchyard/crypto';
import { openMail } from '@switchyard/mail';
import { sql } from 'kysely';
import { setOptions } from '../../testing/set-options.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { type CodeName, type IdentityConsole, identityConsole } from './testing.ts';

let console: IdentityConsole;
let accounts = 0;
before(async () => {
  console = await identityConsole();
});
after(() => console.close());

/** An account that nobody has used. */
function newGitHub(): { id: number; login: string } {
  const id = 1_000 + ++accounts;
  return { id, login: `octo${id}` };
}

async function newUser(role: 1 | 10 = 1): Promise<{ id: number; visitor: Visitor; username: string }> {
  const username = `user${++accounts}`;
  const id = await console.testing.addUser({ username, role });
  return { id, username, visitor: await console.testing.signedIn(username) };
}

function ownerOf(provider: string, subject: string) {
  return console.testing.db
    .selectFrom('identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

async function countUsers(): Promise<number> {
  const { count } = await console.testing.db
    .selectFrom('users')
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The identity is nobody's, and nobody was added. */
async function assertNothingCame(usersBefore: number, provider: string, subject: string): Promise<void> {
  assert.equal(await countUsers(), usersBefore);
  assert.equal(await ownerOf(provider, subject), undefined);
}

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

test('a client that names no provider builds the address itself, and gets only the state', async () => {
  const visitor = console.browser();
  const begun = await visitor.get('/api/oauth/state');
  assert.deepEqual(Object.keys(begun).sort(), ['data', 'message', 'success']);
  assert.match(begun.data, /^[\w-]{22}$/);
  const address = `${console.github.url}/login/oauth/authorize?client_id=github-client&state=${begun.data}&scope=user:email`;
  const { code, state } = console.github.authorize(address, newGitHub());
  const answer = await visitor.get(`/api/oauth/github?code=${code}&state=${state}`);
  assert.equal(answer.success, true, answer.message);
});

test('a client that names GitHub gets an address with redirect and challenge; LINUX DO takes no challenge', async () => {
  const visitor = console.browser();
  const github = await visitor.request('GET', '/api/oauth/state?provider=github');
  const { authorize_url: address, code_challenge: challenge, data } = github.json();
  const query = new URL(address).searchParams;
  assert.equal(query.get('code_challenge'), challenge);
  assert.equal(query.get('state'), data);
  assert.equal(query.get('redirect_uri'), 'https://gateway.example.com/oauth/github');
  const linuxdo = (await visitor.request('GET', '/api/oauth/state?provider=linuxdo')).json();
  assert.equal(linuxdo.code_challenge, undefined);
  assert.equal(new URL(linuxdo.authorize_url).searchParams.get('response_type'), 'code');
});

test('a state of its own is needed: missing, unknown, used, of another browser or another provider is refused unasked', async () => {
  const [here, elsewhere] = [console.browser(), console.browser()];
  await elsewhere.get('/api/oauth/state');
  const attempts: [string, Visitor, () => Promise<string>][] = [
    ['missing', here, async () => '/api/oauth/github?code=abc'],
    ['unknown', here, async () => `/api/oauth/github?code=abc&state=${'x'.repeat(22)}`],
    ['of another browser', elsewhere, () => console.agree(here, 'github', newGitHub())],
    ['of a browser without a name', console.browser(), () => console.agree(here, 'github', newGitHub())],
    [
      'of another provider',
      here,
      async () => (await console.agree(here, 'github', newGitHub())).replace('/github', '/linuxdo'),
    ],
  ];
  for (const [what, visitor, url] of attempts) {
    const callback = await url();
    const usersBefore = await countUsers();
    const asked = console.asked('github') + console.asked('linuxdo');
    const answer = await visitor.request('GET', callback);
    assert.equal(answer.statusCode, 200, what);
    assert.equal(answer.json().success, false, what);
    assert.equal(console.asked('github') + console.asked('linuxdo'), asked, what);
    assert.equal(await countUsers(), usersBefore, what);
  }
});

test('a state counts once, also when it is shown twice at once', async () => {
  const visitor = console.browser();
  const callback = await console.agree(visitor, 'github', newGitHub());
  const asked = console.asked('github');
  const answers = await Promise.all([visitor.get(callback), visitor.get(callback), visitor.get(callback)]);
  assert.equal(answers.filter(({ success }) => success).length, 1);
  assert.equal(console.asked('github') - asked, 3, 'one exchange, one profile, one list of addresses');
  assert.equal((await visitor.get(callback)).success, false);
});

test('a state shown in another browser is used up', async () => {
  const [owner, thief] = [console.browser(), console.browser()];
  const callback = await console.agree(owner, 'github', newGitHub());
  assert.equal((await thief.get(callback)).success, false);
  assert.equal((await owner.get(callback)).success, false);
});

test('a state ends after 10 minutes, and a browser has at most 5', async () => {
  const visitor = console.browser();
  const late = await console.agree(visitor, 'github', newGitHub());
  await sql`UPDATE oauth_states SET created_at = now() - interval '10 minutes 1 second'`.execute(console.testing.db);
  const asked = console.asked('github');
  assert.match((await visitor.get(late)).message, /start again/);
  assert.equal(console.asked('github'), asked);
  const callbacks: string[] = [];
  for (let index = 0; index < 6; index++) callbacks.push(await console.agree(visitor, 'github', newGitHub()));
  assert.equal((await visitor.get(callbacks[0] as string)).success, false, 'the oldest gave way');
  assert.equal((await visitor.get(callbacks[1] as string)).success, true);
});

test('another site cannot have a browser begin or end a sign-in', async () => {
  const visitor = console.browser();
  const callback = await console.agree(visitor, 'github', newGitHub());
  for (const url of ['/api/oauth/state', callback, '/api/oauth/wechat?code=123456', '/api/oauth/telegram/login?id=1']) {
    const answer = await visitor.request('GET', url, undefined, { 'sec-fetch-site': 'cross-site' });
    assert.equal(answer.statusCode, 403, url);
  }
  assert.equal((await visitor.get(callback)).success, true, 'the state is still there');
});

test('a signed-in user binds, is told "bind", and signs in by it afterwards', async () => {
  const { id, visitor, username } = await newUser();
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
    const { visitor } = await newUser();
    const answer = await console.enter(visitor, 'github', account);
    assert.match(answer.message, /already bound/);
    assert.equal((await ownerOf('github', String(account.id)))?.user_id, first.data.id);
  });
}

test('a second account of the same provider waits until the first is unbound', async () => {
  const { visitor } = await newUser();
  const [first, second] = [newGitHub(), newGitHub()];
  await console.enter(visitor, 'github', first);
  const refused = await console.enter(visitor, 'github', second);
  assert.equal(refused.success, false);
  assert.match(refused.message, /Unbind/);
  assert.equal((await visitor.delete('/api/user/identity/github')).success, true);
  assert.equal((await console.enter(visitor, 'github', second)).message, 'bind');
});

for (const [standing, change] of [
  ['disabled', { status: 2 }],
  ['deleted', { deleted_at: new Date() }],
] as const) {
  test(`the identity of a ${standing} user signs nobody in and makes no new account`, async () => {
    const account = newGitHub();
    const first = await console.enter(console.browser(), 'github', account);
    await console.testing.db.updateTable('users').set(change).where('id', '=', first.data.id).execute();
    const usersBefore = await countUsers();
    const visitor = console.browser();
    const answer = await console.enter(visitor, 'github', account);
    assert.equal(answer.success, false);
    assert.match(answer.message, new RegExp(standing));
    assert.equal(visitor.cookies.has('__Host-sid'), false);
    assert.equal(await countUsers(), usersBefore);
  });
}

test('while registration is off only known identities sign in; the switch for password forms is another', async () => {
  const known = newGitHub();
  await console.enter(console.browser(), 'github', known);
  await setOptions(console.testing, { PasswordRegisterEnabled: 'false', PasswordLoginEnabled: 'false' });
  assert.equal((await console.enter(console.browser(), 'github', newGitHub())).success, true);
  await setOptions(console.testing, { RegisterEnabled: 'false' });
  const account = newGitHub();
  const usersBefore = await countUsers();
  const refused = await console.enter(console.browser(), 'github', account);
  assert.match(refused.message, /disabled by the administrator/);
  await assertNothingCame(usersBefore, 'github', String(account.id));
  assert.equal((await console.enter(console.browser(), 'github', known)).success, true);
  await setOptions(console.testing, {
    RegisterEnabled: 'true',
    PasswordRegisterEnabled: 'true',
    PasswordLoginEnabled: 'true',
  });
});

test('an equal e-mail address, verified or not, never leads to an account', async () => {
  const victim = await newUser();
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
  const usersBefore = await countUsers();
  const spent = await visitor.get(callback.replace(/code=\w+/, 'code=wrong'));
  assert.equal(spent.success, false);
  assert.match(spent.message, /start again/);
  await setOptions(console.testing, { GitHubClientSecret: 'another' });
  const answer = await console.enter(console.browser(), 'github', newGitHub());
  await setOptions(console.testing, { GitHubClientSecret: 'github-secret-canary' });
  assert.match(answer.message, /cannot be used at the moment/);
  assert.match(console.testing.logged(), /incorrect_client_credentials/);
  assert.equal(await countUsers(), usersBefore);
});

test('a provider whose answers break off is a refusal', async () => {
  const visitor = console.browser();
  const callback = await console.agree(visitor, 'github', newGitHub());
  console.github.delivery.cutAfterBytes = 5;
  const answer = await visitor.get(callback);
  console.github.delivery.cutAfterBytes = undefined;
  assert.match(answer.message, /cannot be used at the moment/);
});

test('who did not agree at the provider is told to start again', async () => {
  const visitor = console.browser();
  const { data: state } = await visitor.get('/api/oauth/state');
  assert.match((await visitor.get(`/api/oauth/github?error=access_denied&state=${state}`)).message, /start again/);
});

test('LINUX DO: inactive accounts are refused, low trust cannot register but sign in', async () => {
  await setOptions(console.testing, { LinuxDOMinimumTrustLevel: '2' });
  const account = { id: 900, username: 'lin', active: true, trustLevel: 1 };
  const usersBefore = await countUsers();
  assert.match((await console.enter(console.browser(), 'linuxdo', account)).message, /trust level 2/);
  assert.match(
    (await console.enter(console.browser(), 'linuxdo', { ...account, active: false })).message,
    /not active/,
  );
  await assertNothingCame(usersBefore, 'linuxdo', '900');
  await console.enter(console.browser(), 'linuxdo', { ...account, trustLevel: 2 });
  assert.equal((await console.enter(console.browser(), 'linuxdo', account)).success, true);
});

test('a binding whose session has ended is refused, and no account is made', async () => {
  const { visitor } = await newUser();
  const account = newGitHub();
  const callback = await console.agree(visitor, 'github', account);
  await visitor.get('/api/user/logout');
  const usersBefore = await countUsers();
  const asked = console.asked('github');
  const answer = await visitor.get(callback);
  assert.equal(answer.success, false);
  assert.match(answer.message, /session has ended/);
  assert.equal(console.asked('github'), asked);
  await assertNothingCame(usersBefore, 'github', String(account.id));
});

test('a binding is not finished in the session of another user', async () => {
  const [one, other] = [await newUser(), await newUser()];
  const account = newGitHub();
  const callback = await console.agree(one.visitor, 'github', account);
  assert.equal((await other.visitor.get(callback)).success, false);
  assert.equal(await ownerOf('github', String(account.id)), undefined);
});

test('binding and unbinding need a sign-in of the last 10 minutes', async () => {
  const { id, visitor } = await newUser();
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
  const owner = await newUser();
  const account = newGitHub();
  await console.enter(owner.visitor, 'github', account);
  const other = await newUser();
  assert.match((await other.visitor.delete('/api/user/identity/github')).message, /bound no GitHub/);
  assert.equal((await ownerOf('github', String(account.id)))?.user_id, owner.id);
  assert.equal((await other.visitor.request('DELETE', '/api/user/identity/myspace')).json().success, false);
});

test('twenty sign-ins of one newcomer at once make one user', async () => {
  const account = newGitHub();
  const visitors = Array.from({ length: 20 }, () => console.browser());
  const callbacks = await Promise.all(visitors.map((visitor) => console.agree(visitor, 'github', account)));
  const usersBefore = await countUsers();
  const answers = await Promise.all(visitors.map((visitor, index) => visitor.get(callbacks[index] as string)));
  assert.ok(answers.every(({ success }) => success));
  assert.equal(new Set(answers.map(({ data }) => data.id)).size, 1);
  assert.equal(await countUsers(), usersBefore + 1);
});

test('two users who bind the same identity at once: one has it', async () => {
  const account = newGitHub();
  const users = await Promise.all([newUser(), newUser()]);
  const callbacks = await Promise.all(users.map(({ visitor }) => console.agree(visitor, 'github', account)));
  const answers = await Promise.all(users.map(({ visitor }, index) => visitor.get(callbacks[index] as string)));
  assert.deepEqual(answers.map(({ message }) => message === 'bind').sort(), [false, true]);
});

test('the invitation goes with the state', async () => {
  await setOptions(console.testing, { QuotaForInvitee: '700' });
  const inviter = await newUser();
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

test('an address has 20 tries in 20 minutes', async () => {
  const visitor = console.browser();
  for (let index = 0; index < 20; index++) {
    assert.equal((await visitor.request('GET', '/api/oauth/github?code=a&state=b')).statusCode, 200);
  }
  const refused = await visitor.request('GET', '/api/oauth/github?code=a&state=b');
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers['retry-after']) > 1_100);
});

test('a provider that is off is refused before anything is asked', async () => {
  for (const [name, option] of [
    ['github', 'GitHubOAuthEnabled'],
    ['linuxdo', 'LinuxDOOAuthEnabled'],
    ['oidc', 'OIDCEnabled'],
  ] as [CodeName, 'GitHubOAuthEnabled' | 'LinuxDOOAuthEnabled' | 'OIDCEnabled'][]) {
    await setOptions(console.testing, { [option]: 'false' });
    const visitor = console.browser();
    assert.match((await visitor.get(`/api/oauth/state?provider=${name}`)).message, /not enabled/);
    assert.match((await visitor.get(`/api/oauth/${name}?code=a&state=b`)).message, /not enabled/);
    await setOptions(console.testing, { [option]: 'true' });
  }
});

test('neither codes nor secrets are logged or stored', async () => {
  const visitor = console.browser();
  const callback = await console.agree(visitor, 'github', newGitHub());
  await visitor.get(callback);
  const { code = '', state = '' } = Object.fromEntries(new URL(callback, 'http://x').searchParams);
  const logged = console.testing.logged();
  for (const secret of [code, state, 'secret-canary', 'gho_', 'never-to-be-stored']) {
    assert.ok(!logged.includes(secret), secret);
  }
  await visitor.get('/api/oauth/state');
  const { data } = await visitor.get('/api/oauth/state');
  const { rows } = await sql<{ text: string }>`SELECT oauth_states::text AS text FROM oauth_states`.execute(
    console.testing.db,
  );
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(data)));
});
