import type { OptionSection } from './field.ts';

/** Others who vouch for people, and for their being human. */
export const identityProviders: readonly OptionSection[] = [
  {
    id: 'github',
    title: 'settings:github',
    text: 'settings:github.text',
    switch: 'GitHubOAuthEnabled',
    fields: [
      {
        key: 'GitHubOAuthEnabled',
        label: 'settings:GitHubOAuth',
        instant: true,
        needs: ['GitHubClientId', 'GitHubClientSecret'],
      },
      { key: 'GitHubClientId', label: 'settings:clientId', hint: 'settings:GitHubClientId.hint' },
      { key: 'GitHubClientSecret', label: 'settings:clientSecret', hint: 'settings:GitHubClientSecret.hint' },
    ],
  },
  {
    id: 'linuxdo',
    title: 'settings:linuxdo',
    text: 'settings:linuxdo.text',
    switch: 'LinuxDOOAuthEnabled',
    fields: [
      {
        key: 'LinuxDOOAuthEnabled',
        label: 'settings:LinuxDOOAuth',
        instant: true,
        needs: ['LinuxDOClientId', 'LinuxDOClientSecret', 'ServerAddress'],
      },
      { key: 'LinuxDOClientId', label: 'settings:clientId', hint: 'settings:LinuxDOClientId.hint' },
      { key: 'LinuxDOClientSecret', label: 'settings:clientSecret', hint: 'settings:LinuxDOClientSecret.hint' },
      {
        key: 'LinuxDOMinimumTrustLevel',
        label: 'settings:LinuxDOTrustLevel',
        hint: 'settings:LinuxDOTrustLevel.hint',
      },
    ],
  },
  {
    id: 'wechat',
    title: 'settings:wechat',
    text: 'settings:wechat.text',
    switch: 'WeChatAuthEnabled',
    fields: [
      {
        key: 'WeChatAuthEnabled',
        label: 'settings:WeChatAuth',
        instant: true,
        needs: ['WeChatServerAddress', 'WeChatServerToken', 'WeChatAccountQRCodeImageURL'],
      },
      {
        key: 'WeChatServerAddress',
        label: 'settings:WeChatServerAddress',
        hint: 'settings:WeChatServerAddress.hint',
        example: 'https://wechat.example.com',
      },
      { key: 'WeChatServerToken', label: 'settings:WeChatServerToken', hint: 'settings:WeChatServerToken.hint' },
      {
        key: 'WeChatAccountQRCodeImageURL',
        label: 'settings:WeChatQRCode',
        hint: 'settings:WeChatQRCode.hint',
        example: 'https://cdn.example.com/wechat.png',
        picture: true,
      },
    ],
  },
  {
    id: 'telegram',
    title: 'settings:telegram',
    text: 'settings:telegram.text',
    switch: 'TelegramOAuthEnabled',
    fields: [
      {
        key: 'TelegramOAuthEnabled',
        label: 'settings:TelegramOAuth',
        instant: true,
        needs: ['TelegramBotName', 'TelegramBotToken'],
      },
      {
        key: 'TelegramBotName',
        label: 'settings:TelegramBotName',
        hint: 'settings:TelegramBotName.hint',
        example: 'example_bot',
      },
      { key: 'TelegramBotToken', label: 'settings:TelegramBotToken', hint: 'settings:TelegramBotToken.hint' },
    ],
  },
  {
    id: 'oidc',
    title: 'settings:oidc',
    text: 'settings:oidc.text',
    switch: 'OIDCEnabled',
    fields: [
      {
        key: 'OIDCEnabled',
        label: 'settings:OIDC',
        instant: true,
        needs: ['OIDCIssuer', 'OIDCClientId', 'OIDCClientSecret', 'ServerAddress'],
      },
      { key: 'OIDCName', label: 'settings:OIDCName', hint: 'settings:OIDCName.hint' },
      {
        key: 'OIDCIssuer',
        label: 'settings:OIDCIssuer',
        hint: 'settings:OIDCIssuer.hint',
        example: 'https://login.example.com/',
      },
      { key: 'OIDCClientId', label: 'settings:clientId', hint: 'settings:OIDCClientId.hint' },
      { key: 'OIDCClientSecret', label: 'settings:clientSecret', hint: 'settings:OIDCClientSecret.hint' },
    ],
  },
  {
    id: 'turnstile',
    title: 'settings:turnstile',
    text: 'settings:turnstile.text',
    switch: 'TurnstileCheckEnabled',
    fields: [
      {
        key: 'TurnstileCheckEnabled',
        label: 'settings:TurnstileCheck',
        instant: true,
        needs: ['TurnstileSiteKey', 'TurnstileSecretKey', 'ServerAddress'],
      },
      { key: 'TurnstileSiteKey', label: 'settings:TurnstileSiteKey', hint: 'settings:TurnstileSiteKey.hint' },
      { key: 'TurnstileSecretKey', label: 'settings:TurnstileSecretKey', hint: 'settings:TurnstileSecretKey.hint' },
    ],
  },
];
