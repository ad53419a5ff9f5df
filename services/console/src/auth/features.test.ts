import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions, readSecrets } from '@switchyard/contracts';
import { type Features, features } from './features.ts';

const server = { ServerAddress: 'https://gateway.example.com' };
const mail = { SMTPServer: 'mail.example.com', SMTPAccount: 'gateway@example.com' };

const complete: Partial<Record<keyof Features, Record<string, string>>> = {
  emailVerification: { EmailVerificationEnabled: 'true', ...mail },
  passwordReset: { PasswordLoginEnabled: 'true', ...mail, ...server },
  humanCheck: { TurnstileCheckEnabled: 'true', TurnstileSiteKey: 'k', TurnstileSecretKey: 's', ...server },
  github: { GitHubOAuthEnabled: 'true', GitHubClientId: 'i', GitHubClientSecret: 's' },
  linuxdo: { LinuxDOOAuthEnabled: 'true', LinuxDOClientId: 'i', LinuxDOClientSecret: 's', ...server },
  wechat: {
    WeChatAuthEnabled: 'true',
    WeChatServerAddress: 'https://wechat.example.com',
    WeChatServerToken: 's',
    WeChatAccountQRCodeImageURL: 'https://example.com/code.png',
  },
  telegram: { TelegramOAuthEnabled: 'true', TelegramBotName: 'bot', TelegramBotToken: 's' },
  passkeys: { PasskeyLoginEnabled: 'true', ...server },
  oidc: {
    OIDCEnabled: 'true',
    OIDCIssuer: 'https://id.example.com',
    OIDCClientId: 'i',
    OIDCClientSecret: 's',
    ...server,
  },
};

function featuresWith(settings: Record<string, string>): Features {
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value }));
  return features(readOptions(rows).options, readSecrets(rows, (_key, value) => value).secrets);
}

for (const [name, settings] of Object.entries(complete) as [keyof Features, Record<string, string>][]) {
  test(`${name} is on only when it is enabled and nothing is missing`, () => {
    assert.equal(featuresWith(settings)[name], true);
    for (const key of Object.keys(settings)) {
      const lacking = { ...settings, [key]: settings[key] === 'true' ? 'false' : '' };
      assert.equal(featuresWith(lacking)[name], false, `without ${key}`);
    }
  });
}
