export { ChannelNotice } from './channel-notice.ts';
export { ChannelSetting, parseChannelSetting } from './channel-setting.ts';
export { groupsOf } from './groups.ts';
export { notices } from './notices.ts';
export type { OptionDefinition } from './options/definition.ts';
export type { Link } from './options/lists.ts';
export {
  isOptionKey,
  isSecretKey,
  type OptionKey,
  type Options,
  type OptionValue,
  optionCatalogue,
  optionDefinition,
  parseOption,
  priceMapCatalogue,
  readOptions,
  readSecrets,
  type SecretKey,
  type Secrets,
  secretCatalogue,
} from './options/options.ts';
export { paymentOptions, paymentSecrets } from './options/payments.ts';
export {
  endedStates,
  SubmittedTask,
  TaskPlatform,
  TaskPoll,
  TaskPollAnswer,
  TaskReport,
  TaskStatus,
} from './task.ts';
export { ChannelTry, MAX_TOOLS, PriceReceipt, TOOL_PATTERN, UsageEvent, UsageTokens } from './usage.ts';
