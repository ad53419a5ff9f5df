import { type OptionKey, type Options, optionCatalogue } from '@switchyard/contracts';
import { isLoopback } from '../../http/secure.ts';
import type { Settings } from './stored.ts';

interface Requirement {
  /** A setting that is on: a switch, or an address or a name that is not empty. */
  readonly on: OptionKey;
  readonly needs: readonly OptionKey[];
}

/** What must be set while something else is on. */
const requirements: readonly Requirement[] = [
  { on: 'GitHubOAuthEnabled', needs: ['GitHubClientId', 'GitHubClientSecret'] },
  { on: 'LinuxDOOAuthEnabled', needs: ['LinuxDOClientId', 'LinuxDOClientSecret', 'ServerAddress'] },
  {
    on: 'WeChatAuthEnabled',
    needs: ['WeChatServerAddress', 'WeChatServerToken', 'WeChatAccountQRCodeImageURL'],
  },
  { on: 'TelegramOAuthEnabled', needs: ['TelegramBotName', 'TelegramBotToken'] },
  { on: 'OIDCEnabled', needs: ['OIDCIssuer', 'OIDCClientId', 'OIDCClientSecret', 'ServerAddress'] },
  { on: 'TurnstileCheckEnabled', needs: ['TurnstileSiteKey', 'TurnstileSecretKey', 'ServerAddress'] },
  { on: 'EmailDomainRestrictionEnabled', needs: ['EmailDomainWhitelist'] },
  { on: 'PayAddress', needs: ['ServerAddress'] },
  { on: 'UsdtApiUrl', needs: ['ServerAddress'] },
  { on: 'EnabledCryptomus', needs: ['CryptoMerchant_ID', 'CryptoAPI_Key', 'CryptoWebhook_Url', 'ServerAddress'] },
  { on: 'EnabledAirwallex', needs: ['AirwallexClient_ID', 'AirwallexAPI_Key', 'ServerAddress'] },
  { on: 'EnabledStripe', needs: ['StripeApiKey', 'StripeWebhookSecret', 'ServerAddress'] },
];

/**
 * Why `key` cannot be changed so, as a sentence; undefined when it can. What was incomplete before stays possible to
 * repair step by step: only what this change breaks is refused.
 */
export function brokenRule(key: OptionKey, before: Settings, after: Settings): string | undefined {
  for (const { on, needs } of requirements) {
    if (!isSet(after, on)) continue;
    const missing = needs.filter((need) => !isSet(after, need));
    if (missing.length === 0) continue;
    if (key === on && !isSet(before, on)) return setFirst(missing, on);
    if (missing.includes(key) && isSet(before, key)) return `${on} needs ${key}: switch that off or empty it first.`;
  }
  const problem = brokenVerification(key, before, after);
  if (problem) return problem;
  if (isOpenToRobots(after) && (key === 'TurnstileSecretKey' || !isOpenToRobots(before))) {
    return 'This TurnstileSecretKey is published for tests: it works with a ServerAddress on this machine only.';
  }
  return undefined;
}

/** Addresses are verified by mail, and who sends it is said by either of two settings. */
function brokenVerification(key: OptionKey, before: Settings, after: Settings): string | undefined {
  const on = 'EmailVerificationEnabled';
  if (!isSet(after, on) || after.features.canMail) return undefined;
  if (!isSet(before, on)) return setFirst(['SMTPServer', 'SMTPFrom'], on);
  return before.features.canMail ? `${on} needs ${key}: switch that off or empty it first.` : undefined;
}

function setFirst(settings: readonly OptionKey[], on: OptionKey): string {
  return `Set ${settings.join(', ')} first: ${on} needs it.`;
}

function isOpenToRobots({ options, hasTestSecret }: Settings): boolean {
  const address = URL.parse(options.ServerAddress);
  return hasTestSecret && !(address && isLoopback(address.hostname));
}

function isSet({ options, secretsSet }: Settings, key: OptionKey): boolean {
  if (!Object.hasOwn(optionCatalogue, key)) return (secretsSet as ReadonlySet<OptionKey>).has(key);
  const value = options[key as keyof Options];
  if (value instanceof Set) return value.size > 0;
  return value !== false && value !== '';
}
