import {
  decimal,
  flag,
  html,
  imageUrl,
  integer,
  type Kind,
  line,
  lines,
  type Parsed,
  serverAddress,
} from './options-kinds.ts';
import { ratios, texts } from './options-maps.ts';

/** One setting of the installation. Its value is text on the wire and in the database. */
export interface OptionDefinition<T> extends Kind<T> {
  readonly default: string;
  /** Least role that reads and writes it: 10 administrator, 100 root. */
  readonly role: 10 | 100;
  /** Never sent to a browser; written blank it keeps its value. */
  readonly secret: boolean;
}

function option<T>(kind: Kind<T>, standard: string): OptionDefinition<T> {
  return { ...kind, default: standard, role: 10, secret: false };
}

/** Phrases by which vendors say that the key or the account is at fault, not the request. */
const accountFaults = [
  'credit balance is too low',
  'organization has been disabled',
  'exceeded your current quota',
  'permission denied',
  'security token included in the request is invalid',
  'operation not allowed',
  'your account is not authorized',
].join('\n');

const groupNames = { maxNames: 1000, maxNameLength: 64 };
const modelNames = { maxNames: 10_000, maxNameLength: 256 };

/** The settings kept in the table `options`. */
export const optionCatalogue = {
  SystemName: option(line(1, 60), 'Switchyard'),
  Logo: option(imageUrl, ''),
  Footer: option(html(20_000), ''),
  /** Where clients reach the installation; in links and code samples. */
  ServerAddress: option(serverAddress, ''),
  /** Quota shown as one US dollar. The price of a dollar's worth of tokens is 500,000 quota whatever is shown. */
  QuotaPerUnit: option(integer(1, 1e9), '500000'),
  DisplayInCurrencyEnabled: option(flag, 'true'),
  /** Whether the billing calls of API clients show the token's figures or its owner's. */
  DisplayTokenStatEnabled: option(flag, 'true'),
  DefaultCollapseSidebar: option(flag, 'false'),
  PasswordLoginEnabled: option(flag, 'true'),
  QuotaForNewUser: option(integer(0, 1e15), '0'),
  /** Completion tokens held for a request that does not limit them. */
  PreConsumedQuota: option(integer(0, 1e9), '500'),
  /** Other channels tried after the first one failed. */
  RetryTimes: option(integer(0, 10), '2'),
  /** Price factor by group. */
  GroupRatio: option(ratios({ ...groupNames, required: 'default' }), '{"default":1,"vip":1,"svip":1}'),
  /** Descriptions of the groups that any user may choose for a token. */
  UserUsableGroups: option(texts(groupNames), '{"default":"Default group","vip":"VIP group"}'),
  /** Whether usage has rows in the log. Money is journaled in any case. */
  LogConsumeEnabled: option(flag, 'true'),
  /** Whether upstreams of drawings are asked to call us, and callers' own hooks hear of changes. */
  MjNotifyEnabled: option(flag, 'false'),
  /** Whether callers may choose among the accounts of an upstream. */
  MjAccountFilterEnabled: option(flag, 'false'),
  /** Takes `--fast`, `--relax` and `--turbo` out of prompts. */
  MjModeClearEnabled: option(flag, 'false'),
  /** Whether pictures are fetched through this installation instead of from where they lie. */
  MjForwardUrlEnabled: option(flag, 'true'),
  /** Only a finished drawing can be worked on. */
  MjActionCheckSuccessEnabled: option(flag, 'true'),
  AutomaticDisableChannelEnabled: option(flag, 'false'),
  AutomaticEnableChannelEnabled: option(flag, 'false'),
  /** Seconds after which a channel test counts as failed; 0 is never. */
  ChannelDisableThreshold: option(decimal(0, 3600), '5'),
  /** A channel whose error contains one of these is switched off. */
  AutomaticDisableKeywords: option(lines(4, 200, 1000), accountFaults),
};

/** Settings that show and change the price cards (libs/pricing); no rows in `options`. */
export const priceMapCatalogue = {
  ModelRatio: option(ratios(modelNames), '{}'),
  CompletionRatio: option(ratios(modelNames), '{}'),
  CacheRatio: option(ratios(modelNames), '{}'),
  ModelPrice: option(ratios(modelNames), '{}'),
};

type ValueOf<D> = D extends OptionDefinition<infer T> ? T : never;
type Catalogue = typeof optionCatalogue & typeof priceMapCatalogue;
export type OptionKey = keyof Catalogue;
export type OptionValue<K extends OptionKey> = ValueOf<Catalogue[K]>;
/** All settings but the price maps, typed. */
export type Options = { readonly [K in keyof typeof optionCatalogue]: OptionValue<K> };

const catalogue: Readonly<Catalogue> = { ...optionCatalogue, ...priceMapCatalogue };

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(catalogue, key);
}

export function optionDefinition(key: OptionKey): OptionDefinition<unknown> {
  return catalogue[key];
}

/** Reads a value as written by a person; the error is a sentence for that person. */
export function parseOption<K extends OptionKey>(key: K, text: string): Parsed<OptionValue<K>>;
export function parseOption(key: OptionKey, text: string): Parsed<unknown> {
  const parsed = catalogue[key].parse(text);
  return 'error' in parsed ? { error: `${key} ${parsed.error}` } : parsed;
}

/**
 * The settings in force. A stored value that cannot be read counts as not set and is reported; rows of other keys are left
 * to the release that knows them.
 */
export function readOptions(rows: Iterable<{ key: string; value: string }>): { options: Options; problems: string[] } {
  const problems: string[] = [];
  const options: Partial<Record<OptionKey, unknown>> = { ...defaults };
  for (const { key, value } of rows) {
    if (!Object.hasOwn(optionCatalogue, key)) continue;
    const parsed = parseOption(key as keyof typeof optionCatalogue, value);
    if ('error' in parsed) problems.push(parsed.error);
    else options[key as OptionKey] = parsed.value;
  }
  return { options: Object.freeze(options) as Options, problems };
}

const defaults = Object.fromEntries(
  Object.entries(optionCatalogue).map(([key, definition]) => {
    const parsed = definition.parse(definition.default);
    if ('error' in parsed) throw new Error(`Default of ${key} ${parsed.error}`);
    return [key, parsed.value];
  }),
);
