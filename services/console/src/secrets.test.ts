import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { secretCatalogue } from '@switchyard/contracts';
import { sql } from 'kysely';
import { password, type TestConsole, testConsole } from './testing/console.ts';

const channelKey = 'canary-channel-key-7f3a91c2';
const channelKeyChanged = 'canary-channel-key-changed-55d0';
const newPassword = 'canary password 4b1e and more';
const routes: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string }[] = [];
let testing: TestConsole;
const answers: string[] = [];
const secrets: string[] = [channelKey, channelKeyChanged, password, newPassword];

before(async () => {
  testing = await testConsole();
  testing.app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) {
      if (/^\/(api|admin)\//.test(url) && verb !== 'HEAD') routes.push({ method: verb as 'GET', url });
    }
  });
  await testing.app.ready();
  await testing.addUser({ username: 'root', role: 100 });
  await testing.addUser({ username: 'owner', role: 100 });
});
after(() => testing.close());

test('secrets appear in no answer, no log line and no row in clear, whatever is called', async () => {
  const root = await testing.signedIn('root');
  const call = async (...[method, url, payload, headers]: Parameters<typeof root.request>) => {
    const response = await root.request(method, url, payload, headers);
    answers.push(response.body);
    return response.json();
  };
  const channel = { type: 1, name: 'c', models: 'm', group: 'default' };
  const { data } = await call('POST', '/api/channel/', { ...channel, key: channelKey });
  const [id] = data.ids;
  await call('PUT', '/api/channel/', { id, key: channelKeyChanged });
  await call('PUT', '/api/channel/', { id, key: channelKeyChanged, setting: '{"wrong":1}' });
  await call('POST', '/api/channel/', { ...channel, key: channelKey, models: 5 });
  await call('POST', '/api/channel/', `{"key":"${channelKey}", broken`, { 'content-type': 'application/json' });
  await call('POST', '/api/channel/fetch_models', { type: 1, base_url: '', key: channelKey });
  testing.relay.testResult = { success: false, message: 'refused', timeMs: 1, model: 'm' };
  for (const url of [`/api/channel/${id}`, '/api/channel/', `/api/channel/test/${id}`, '/api/option/']) {
    await call('GET', url);
  }
  const token = (await call('POST', '/api/token/', { name: 'k' })).data;
  const revealed = await root.post(`/api/token/${token.id}/key`);
  secrets.push(revealed.data.key.slice(3));
  for (const url of [`/api/token/${token.id}`, '/api/token/', `/api/token/search?token=${revealed.data.key}`]) {
    await call('GET', url);
  }
  await call('PUT', '/api/user/self', { password: newPassword, original_password: 'canary wrong' });
  await call('PUT', '/api/user/self', { password: newPassword, original_password: password });
  await call('POST', '/api/user/login', { username: 'root', password: 'x'.repeat(600) + newPassword });
  await call('GET', '/api/log/?page_size=100');
  secrets.push(...root.cookies.values());

  // An unexpected failure with the secret in its parameters.
  await sql`ALTER TABLE channels ADD CONSTRAINT never CHECK (name <> 'fail')`.execute(testing.db);
  const failed = await root.request('POST', '/api/channel/', { ...channel, name: 'fail', key: channelKey });
  assert.equal(failed.statusCode, 500);
  assert.match(failed.json().message, /request id/);
  assert.doesNotMatch(failed.body, /never|constraint|channels/);
  answers.push(failed.body);
  assert.match(testing.logged(), /never/, 'the log has what happened');

  const dumps: string[] = [];
  for (const table of ['channels', 'tokens', 'users', 'sessions', 'usage_log', 'outbox', 'options']) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(table)} AS t`.execute(
      testing.db,
    );
    dumps.push(...rows.map(({ row }) => row));
  }
  for (const secret of secrets) {
    for (const [place, text] of Object.entries({ answer: answers.join(), log: testing.logged(), row: dumps.join() })) {
      assert.ok(!text.includes(secret), `${secret} is in a ${place}`);
    }
  }
});

test('secret options appear in no answer, no log line and no row in clear, whatever is called', async () => {
  const owner = await testing.signedIn('owner');
  const canaries = Object.keys(secretCatalogue).map((key) => ({ key, value: `canary-${key}-9d1f` }));
  for (const change of canaries) {
    const { success, message } = await owner.put('/api/option/', change);
    assert.equal(success, true, `${change.key}: ${message}`);
  }
  const heard: string[] = [];
  for (const { method, url } of routes) {
    // These end the session.
    if (url === '/api/user/logout' || (method === 'DELETE' && url === '/api/user/self')) continue;
    const body = method === 'POST' || method === 'PUT' ? { key: 'SMTPToken', name: 'SMTPToken', id: 1 } : undefined;
    const response = await owner.request(method, url.replace(/:[A-Za-z_]+/g, '1'), body);
    assert.notEqual(response.statusCode, 401, `${method} ${url}`);
    heard.push(response.body, JSON.stringify(response.headers));
  }
  assert.ok(heard.length > 200);
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
  `.execute(testing.db);
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(name)} AS t`.execute(testing.db);
    heard.push(...rows.map(({ row }) => row));
  }
  const everything = heard.join() + testing.logged();
  for (const { key, value } of canaries) assert.ok(!everything.includes(value), `${key} can be read`);
});
