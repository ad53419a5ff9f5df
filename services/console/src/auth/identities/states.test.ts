import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { setOptions } from '../../testing/set-options.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { type CodeName, type IdentityConsole, identityConsole, newGitHub } from './testing.ts';

let console: IdentityConsole;
before(async () => {
  console = await identityConsole();
});
after(() => console.close());

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
    const usersBefore = await console.countUsers();
    const asked = console.asked('github') + console.asked('linuxdo');
    const answer = await visitor.request('GET', callback);
    assert.equal(answer.statusCode, 200, what);
    assert.equal(answer.json().success, false, what);
    assert.equal(console.asked('github') + console.asked('linuxdo'), asked, what);
    assert.equal(await console.countUsers(), usersBefore, what);
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

test('who did not agree at the provider is told to start again', async () => {
  const visitor = console.browser();
  const { data: state } = await visitor.get('/api/oauth/state');
  assert.match((await visitor.get(`/api/oauth/github?error=access_denied&state=${state}`)).message, /start again/);
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
