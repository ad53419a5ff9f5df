export { ChannelNotice } from './channel-notice.ts';
export { ChannelSetting, parseChannelSetting } from './channel-setting.ts';
export { notices } from './notices.ts';
export {
  isOptionKey,
  type OptionDefinition,
  type OptionKey,
  type Options,
  type OptionValue,
  optionCatalogue,
  optionDefinition,
  parseOption,
  priceMapCatalogue,
  readOptions,
} from './options.ts';
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
