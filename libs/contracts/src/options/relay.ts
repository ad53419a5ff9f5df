import { option, rootOption, secret } from './definition.ts';
import { decimal, flag, integer, line, lines, serverAddress } from './kinds.ts';
import { ratios, texts } from './maps.ts';

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

/** What decides about requests: prices of groups, retries, limits, drawings, channels that are switched by themselves. */
export const relayOptions = {
  /** Quota shown as one US dollar. The price of a dollar's worth of tokens is 500,000 quota whatever is shown. */
  QuotaPerUnit: option(integer(1, 1e9), '500000'),
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
  /** Most events of a stream held back because a listed word may begin in them; 0: as many as it takes. */
  StreamCacheQueueLength: option(integer(0, 10_000), '0'),

  /** Requests of a user for models, in a window of so many minutes. 0 is no limit. */
  ModelRequestRateLimitEnabled: option(flag, 'false'),
  ModelRequestRateLimitDurationMinutes: option(integer(1, 1440), '1'),
  ModelRequestRateLimitCount: option(integer(0, 1e9), '0'),
  ModelRequestRateLimitSuccessCount: option(integer(0, 1e9), '1000'),

  CheckSensitiveEnabled: option(flag, 'true'),
  CheckSensitiveOnPromptEnabled: option(flag, 'true'),
  CheckSensitiveOnCompletionEnabled: option(flag, 'false'),
  /** Ends an answer at a listed word; else the word is masked. */
  StopOnSensitiveEnabled: option(flag, 'true'),
  SensitiveWords: option(lines(1, 200, 100_000), ''),

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

  /** A worker that fetches pictures and calls webhooks in our place; it is sent its key. */
  WorkerUrl: rootOption(serverAddress, ''),
};

export const relaySecrets = {
  WorkerValidKey: secret(line(0, 500)),
};

/** Settings that show and change the price cards (libs/pricing); no rows in `options`. */
export const priceMapCatalogue = {
  ModelRatio: option(ratios(modelNames), '{}'),
  CompletionRatio: option(ratios(modelNames), '{}'),
  CacheRatio: option(ratios(modelNames), '{}'),
  ModelPrice: option(ratios(modelNames), '{}'),
};
