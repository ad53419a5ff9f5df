export { ChannelNotice } from './channel-notice.ts';
export { notices } from './notices.ts';
export { ChannelTry, PriceReceipt, UsageEvent, UsageTokens } from './usage.ts';
