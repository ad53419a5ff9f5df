import type { Options, Secrets } from '@switchyard/contracts';
import { mailServer } from '@switchyard/mail';

/** What visitors can do here: on when it is enabled and has all that it needs. */
export interface Features {
  readonly canMail: boolean;
  readonly emailVerification: boolean;
  readonly passwordReset: boolean;
  readonly humanCheck: boolean;
  readonly github: boolean;
  readonly linuxdo: boolean;
  readonly wechat: boolean;
  readonly telegram: boolean;
  readonly oidc: boolean;
  readonly passkeys: boolean;
}

export function features(options: Options, secrets: Secrets): Features {
  const canMail = mailServer(options, secrets) !== undefined;
  const { ServerAddress } = options;
  return {
    canMail,
    emailVerification: options.EmailVerificationEnabled && canMail,
    // The link in the mail leads there.
    passwordReset: options.PasswordLoginEnabled && canMail && isSet(ServerAddress),
    // The human check is of one host.
    humanCheck:
      options.TurnstileCheckEnabled && isSet(options.TurnstileSiteKey, secrets.TurnstileSecretKey, ServerAddress),
    github: options.GitHubOAuthEnabled && isSet(options.GitHubClientId, secrets.GitHubClientSecret),
    linuxdo: options.LinuxDOOAuthEnabled && isSet(options.LinuxDOClientId, secrets.LinuxDOClientSecret, ServerAddress),
    wechat:
      options.WeChatAuthEnabled &&
      isSet(options.WeChatServerAddress, options.WeChatAccountQRCodeImageURL, secrets.WeChatServerToken),
    telegram: options.TelegramOAuthEnabled && isSet(options.TelegramBotName, secrets.TelegramBotToken),
    // They belong to one host.
    passkeys: options.PasskeyLoginEnabled && isSet(ServerAddress),
    oidc:
      options.OIDCEnabled && isSet(options.OIDCIssuer, options.OIDCClientId, secrets.OIDCClientSecret, ServerAddress),
  };
}

function isSet(...values: readonly string[]): boolean {
  return values.every((value) => value !== '');
}
