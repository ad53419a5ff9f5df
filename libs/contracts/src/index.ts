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
export { ChannelTry, PriceReceipt, UsageEvent, UsageTokens } from './usage.ts';
