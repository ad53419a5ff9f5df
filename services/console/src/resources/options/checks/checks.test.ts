import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type FakeGitHub, fakeGitHub } from '@switchyard/testing/third-parties/github';
import { type FakeMailServer, fakeMailServer } from '@switchyard/testing/third-parties/mail-server';
import { type FakeWeChatHelper, fakeWeChatHelper } from '@switchyard/testing/third-parties/wechat';
import { type TestConsole, testConsole } from '../../../testing/console.ts';
import type { Visitor } from '../../../testing/visitor.ts';

const secret = 'canary-client-secret';
let testing: TestConsole;
let root: Visitor;
let mail: FakeMailServer;
let github: FakeGitHub;
let wechat: FakeWeChatHelper;
before(async () => {
  mail = await fakeMailServer();
  github = await fakeGitHub({
    clientId: 'app',
    clientSecret: secret,
    callbackUrl: 'https://gateway.example/oauth/github',
  });
  wechat = await fakeWeChatHelper('helper-token');
  testing = await testConsole({ config: { githubUrl: github.url, githubApiUrl: github.url } });
  await testing.addUser({ username: 'root', role: 100 });
  root = await testing.signedIn('root');
});
after(async () => {
  await testing.close();
  await mail.close();
  await github.close();
  await wechat.close();
});

const set = async (options: Record<string, string>) => {
  for (const [key, value] of Object.entries(options)) {
    assert.equal((await root.put('/api/option/', { key, value })).success, true, key);
  }
};

test('a test mail is sent by the settings, and what the server says is passed on', async () => {
  const send = (to: string) => root.post('/api/option/test/mail', { to });
  assert.match((await send('me@mail.example')).message, /SMTPServer/);
  const { port, account, password } = mail;
  await set({ SMTPServer: '127.0.0.1', SMTPPort: String(port), SMTPAccount: account, SMTPToken: password });
  const sent = await send('me@mail.example');
  assert.equal(sent.success, true, sent.message);
  assert.deepEqual(mail.mails.at(-1)?.to, ['me@mail.example']);
  mail.unknown.add('nobody@mail.example');
  assert.match((await send('nobody@mail.example')).message, /no such mail box/);
  assert.equal((await send('two@mail.example, three@mail.example')).success, false);
});

test('a provider says whether it knows us, before it is switched on', async () => {
  const ask = () => root.post('/api/option/test/sign-in', { provider: 'github' });
  assert.match((await ask()).message, /missing/);
  await set({ GitHubClientId: 'app', GitHubClientSecret: 'wrong', ServerAddress: 'https://gateway.example' });
  assert.match((await ask()).message, /incorrect_client_credentials/);
  await set({ GitHubClientSecret: secret });
  assert.match((await ask()).data.detail, /accepts the credentials/);
  assert.doesNotMatch(testing.logged(), /canary/);
});

test('the helper of WeChat is only said to answer: it says no alike to a wrong token and to a wrong code', async () => {
  const ask = () => root.post('/api/option/test/sign-in', { provider: 'wechat' });
  await set({ WeChatServerAddress: wechat.url, WeChatAccountQRCodeImageURL: 'https://gateway.example/code.png' });
  for (const token of ['a wrong token', 'helper-token']) {
    await set({ WeChatServerToken: token });
    assert.match((await ask()).data.detail, /answers/);
    assert.doesNotMatch((await ask()).data.detail, /accepts/);
  }
});

test('the address for callbacks must lead here', async () => {
  const ask = () => root.post('/api/option/test/webhook', {});
  await set({ ServerAddress: github.url });
  assert.match((await ask()).message, /not as this installation|cannot be reached/);
  const own = await testing.app.listen({ host: '127.0.0.1', port: 0 });
  await set({ ServerAddress: own });
  assert.match((await ask()).data.detail, /leads here/);
});

test('the tests of settings are for those who have the settings', async () => {
  await testing.addUser({ username: 'admin', role: 10 });
  const admin = await testing.signedIn('admin');
  for (const path of ['mail', 'webhook', 'sign-in']) {
    const body = { provider: 'github', to: 'me@mail.example' };
    assert.equal((await admin.request('POST', `/api/option/test/${path}`, body)).statusCode, 403, path);
  }
});
