import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { password, type TestConsole, testConsole } from './testing/console.ts';

const channelKey = 'canary-channel-key-7f3a91c2';
const channelKeyChanged = 'canary-channel-key-changed-55d0';
const newPassword = 'canary password 4b1e and more';
let testing: TestConsole;
const answers: string[] = [];
const secrets: string[] = [channelKey, channelKeyChanged, password, newPassword];

before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'root', role: 100 });
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
