import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

let testing: TestConsole;
let root: Visitor;
before(async () => {
  testing = await testConsole();
  await testing.addUser({ username: 'root', role: 100 });
  root = await testing.signedIn('root');
});
after(() => testing.close());

const status = async () => (await testing.visitor().get('/api/status')).data;
const set = async (key: string, value: string) => {
  const answer = await root.put('/api/option/', { key, value });
  assert.equal(answer.success, true, answer.message);
};

/** Names in product/1 §3 and product/3 §3.4. */
const flags = `
  email_verification turnstile_check turnstile_site_key github_oauth github_client_id wechat_login wechat_qrcode
  telegram_oauth telegram_bot_name linuxdo_oauth linuxdo_client_id system_name logo footer_html quota_per_unit
  display_in_currency enable_drawing enable_task enable_data_export chats data_export_default_time
  default_collapse_sidebar mj_notify_enabled chat_link chat_link2 server_address
`
  .trim()
  .split(/\s+/);

test('every flag of the product is there for visitors', async () => {
  const known = Object.keys(await status());
  for (const flag of flags) assert.ok(known.includes(flag), flag);
});

test('a way in is shown when it is on and complete, and what belongs to it only then', async () => {
  await set('GitHubClientId', 'client');
  assert.deepEqual([(await status()).github_oauth, (await status()).github_client_id], [false, '']);
  await set('GitHubClientSecret', 'canary-secret');
  await set('GitHubOAuthEnabled', 'true');
  const shown = await status();
  assert.deepEqual([shown.github_oauth, shown.github_client_id], [true, 'client']);
  assert.doesNotMatch(JSON.stringify(shown), /canary/);
});

test('settings of the site are in the status as soon as they are saved', async () => {
  const chat = 'https://chat.example/#/?settings={"key":"{key}","url":"{address}"}';
  await set('Chats', JSON.stringify([{ Chat: chat }]));
  await set('SeoTitle', 'A gateway');
  await set('DataExportDefaultTime', 'week');
  const { chats, seo_title: title, data_export_default_time: bucket } = await status();
  assert.deepEqual(chats, [{ Chat: chat }]);
  assert.deepEqual([title, bucket], ['A gateway', 'week']);
});
