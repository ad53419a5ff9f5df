import { option, rootOption, secret } from './definition.ts';
import { decimal, flag, imageUrl, integer, issuer, line, serverAddress } from './kinds.ts';
import { domains } from './lists.ts';

const mailDomains = 'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com';

/** Who may have an account, and how they prove it. */
export const accountOptions = {
  PasswordLoginEnabled: option(flag, 'true'),
  PasswordRegisterEnabled: option(flag, 'true'),
  RegisterEnabled: option(flag, 'true'),
  EmailVerificationEnabled: option(flag, 'false'),
  EmailDomainRestrictionEnabled: option(flag, 'false'),
  /** One account for all spellings of a mail box (tags, and dots where they mean nothing). */
  EmailAliasRestrictionEnabled: option(flag, 'false'),
  EmailDomainWhitelist: option(domains, mailDomains),
  PasskeyLoginEnabled: option(flag, 'true'),

  GitHubOAuthEnabled: rootOption(flag, 'false'),
  GitHubClientId: rootOption(line(0, 200), ''),
  LinuxDOOAuthEnabled: rootOption(flag, 'false'),
  LinuxDOClientId: rootOption(line(0, 200), ''),
  /** Checked at registration only. */
  LinuxDOMinimumTrustLevel: rootOption(integer(0, 4), '0'),
  WeChatAuthEnabled: rootOption(flag, 'false'),
  WeChatServerAddress: rootOption(serverAddress, ''),
  WeChatAccountQRCodeImageURL: rootOption(imageUrl, ''),
  TelegramOAuthEnabled: rootOption(flag, 'false'),
  TelegramBotName: rootOption(line(0, 100), ''),
  OIDCEnabled: rootOption(flag, 'false'),
  /** On the button. */
  OIDCName: rootOption(line(0, 60), ''),
  OIDCIssuer: rootOption(issuer, ''),
  OIDCClientId: rootOption(line(0, 200), ''),
  TurnstileCheckEnabled: rootOption(flag, 'false'),
  TurnstileSiteKey: rootOption(line(0, 200), ''),

  QuotaForNewUser: option(integer(0, 1e15), '0'),
  QuotaForInviter: option(integer(0, 1e15), '0'),
  QuotaForInvitee: option(integer(0, 1e15), '0'),
  /** Part of what invitees paid and spent that their inviter earns. */
  InviterRebatePercent: option(decimal(0, 50), '0'),
  /** Inviters earn the fixed reward when the invitee first pays, instead of at the registration. */
  InviteRewardAfterPaymentEnabled: option(flag, 'true'),
};

export const accountSecrets = {
  GitHubClientSecret: secret(line(0, 500)),
  LinuxDOClientSecret: secret(line(0, 500)),
  WeChatServerToken: secret(line(0, 500)),
  TelegramBotToken: secret(line(0, 500)),
  OIDCClientSecret: secret(line(0, 500)),
  TurnstileSecretKey: secret(line(0, 500)),
};
