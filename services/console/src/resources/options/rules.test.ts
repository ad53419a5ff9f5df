import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import type { Visitor } from '../../testing/visitor.ts';

let testing: TestConsole;
let root: Visitor;
let rootId: number;
before(async () => {
  testing = await testConsole();
  rootId = await testing.addUser({ username: 'root', role: 100 });
  root = await testing.signedIn('root');
});
after(() => testing.close());

const set = (key: string, value: string) => root.put('/api/option/', { key, value });
const isOn = async (key: string) => {
  const { data } = await root.get('/api/option/');
  return data.find((option: { key: string }) => option.key === key).value;
};

const address = { ServerAddress: 'https://gateway.example' };
const needs: Record<string, Record<string, string>> = {
  GitHubOAuthEnabled: { GitHubClientId: 'id', GitHubClientSecret: 'secret' },
  LinuxDOOAuthEnabled: { LinuxDOClientId: 'id', LinuxDOClientSecret: 'secret', ...address },
  WeChatAuthEnabled: {
    WeChatServerAddress: 'https://wechat.example',
    WeChatServerToken: 'token',
    WeChatAccountQRCodeImageURL: '/code.png',
  },
  TelegramOAuthEnabled: { TelegramBotName: 'bot', TelegramBotToken: 'token' },
  OIDCEnabled: { OIDCIssuer: 'https://issuer.example', OIDCClientId: 'id', OIDCClientSecret: 'secret', ...address },
  TurnstileCheckEnabled: { TurnstileSiteKey: 'site', TurnstileSecretKey: 'secret', ...address },
  EmailVerificationEnabled: { SMTPServer: 'mail.example', SMTPFrom: 'gateway@mail.example' },
  EnabledCryptomus: {
    CryptoMerchant_ID: 'merchant',
    CryptoAPI_Key: 'key',
    CryptoWebhook_Url: 'https://gateway.example/api/user/cryptomus/notify',
    ...address,
  },
  EnabledAirwallex: { AirwallexClient_ID: 'id', AirwallexAPI_Key: 'key', ...address },
  EnabledStripe: { StripeApiKey: 'key', StripeWebhookSecret: 'secret', ...address },
};

for (const [key, settings] of Object.entries(needs)) {
  test(`${key} cannot be switched on before it has all that it needs`, async () => {
    await testing.db.deleteFrom('options').execute();
    const names = Object.keys(settings);
    for (const [at, name] of names.entries()) {
      const refused = await set(key, 'true');
      assert.equal(refused.success, false);
      for (const missing of names.slice(at)) assert.match(refused.message, new RegExp(missing));
      assert.equal(await isOn(key), 'false');
      assert.equal((await set(name, settings[name] as string)).success, true);
    }
    assert.equal((await set(key, 'true')).success, true);
    assert.equal(await isOn(key), 'true');
  });
}

test('what something depends on cannot be emptied while that is on', async () => {
  await testing.db.deleteFrom('options').execute();
  for (const [key, value] of Object.entries(needs.OIDCEnabled as object)) await set(key, value);
  await set('OIDCEnabled', 'true');
  const refused = await set('ServerAddress', '');
  assert.equal(refused.success, false);
  assert.match(refused.message, /OIDCEnabled needs ServerAddress/);
  assert.equal((await set('OIDCEnabled', 'false')).success, true);
  assert.equal((await set('ServerAddress', '')).success, true);
});

test('addresses are verified while mail can be sent: an account says who sends it as well', async () => {
  await testing.db.deleteFrom('options').execute();
  for (const [key, value] of [
    ['SMTPServer', 'mail.example'],
    ['SMTPAccount', 'gateway@mail.example'],
    ['EmailVerificationEnabled', 'true'],
  ] as const) {
    assert.equal((await set(key, value)).success, true, key);
  }
  for (const key of ['SMTPAccount', 'SMTPServer']) {
    assert.match((await set(key, '')).message, new RegExp(`EmailVerificationEnabled needs ${key}`));
  }
  assert.equal((await set('SMTPFrom', 'other@mail.example')).success, true);
  assert.equal((await set('SMTPAccount', '')).success, true);
  assert.match((await set('SMTPFrom', '')).message, /EmailVerificationEnabled needs SMTPFrom/);

  await testing.db.deleteFrom('options').where('key', '=', 'SMTPServer').execute();
  assert.equal((await set('SMTPFrom', '')).success, true, 'what was incomplete before is mended step by step');
});

test('payment needs an address that processors can call', async () => {
  await testing.db.deleteFrom('options').execute();
  for (const key of ['PayAddress', 'UsdtApiUrl']) {
    assert.match((await set(key, 'https://pay.example')).message, /ServerAddress/);
  }
  assert.equal((await set('ServerAddress', 'https://gateway.example/')).success, true);
  for (const key of ['PayAddress', 'UsdtApiUrl']) {
    assert.equal((await set(key, 'https://pay.example')).success, true);
  }
});

test('mail domains cannot be restricted to none', async () => {
  await testing.db.deleteFrom('options').execute();
  await set('EmailDomainWhitelist', '');
  assert.match((await set('EmailDomainRestrictionEnabled', 'true')).message, /EmailDomainWhitelist/);
  await set('EmailDomainWhitelist', 'example.com');
  assert.equal((await set('EmailDomainRestrictionEnabled', 'true')).success, true);
  assert.equal((await set('EmailDomainWhitelist', '')).success, false);
});

test('password sign-in stays until root has another way in that works', async () => {
  await testing.db.deleteFrom('options').execute();
  const off = () => set('PasswordLoginEnabled', 'false');
  assert.match((await off()).message, /another way to sign in/);
  await testing.db
    .insertInto('identities')
    .values({ provider: 'github', subject: '1', user_id: rootId, name: 'octo' })
    .execute();
  assert.equal((await off()).success, false, 'GitHub is off');
  for (const [key, value] of Object.entries(needs.GitHubOAuthEnabled as object)) await set(key, value);
  await set('GitHubOAuthEnabled', 'true');
  assert.equal((await off()).success, true);
});

test('a way in that is on and lacks what it needs is none for root', async () => {
  await testing.db.deleteFrom('options').execute();
  await testing.db.deleteFrom('identities').execute();
  const off = () => set('PasswordLoginEnabled', 'false');
  await testing.db
    .insertInto('passkeys')
    .values({
      user_id: rootId,
      credential_id: 'own',
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      name: 'own',
      synced: false,
      used_at: null,
    })
    .execute();
  assert.match((await off()).message, /another way to sign in/, 'passkeys belong to an address');
  await set('ServerAddress', address.ServerAddress);
  assert.equal((await off()).success, true);
});

test('the published test secrets of the human check are for this machine alone', async () => {
  await testing.db.deleteFrom('options').execute();
  for (const digit of [1, 2, 3]) {
    const secret = `${digit}x0000000000000000000000000000000AA`;
    for (const address of ['', 'https://gateway.example', 'https://localhost.gateway.example']) {
      await set('ServerAddress', address);
      assert.match((await set('TurnstileSecretKey', secret)).message, /published for tests/, address);
    }
  }
  for (const address of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
    assert.equal((await set('ServerAddress', address)).success, true);
    assert.equal((await set('TurnstileSecretKey', '1x0000000000000000000000000000000AA')).success, true, address);
  }
  const goLive = () => set('ServerAddress', 'https://gateway.example');
  assert.match((await goLive()).message, /published for tests/);
  assert.equal((await set('TurnstileSecretKey', 'a secret of our own')).success, true);
  assert.equal((await goLive()).success, true);
});
