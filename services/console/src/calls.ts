import type { Static } from 'typebox';
import type { SignInView } from './auth/schema.ts';
import type { Provider } from './relay-client.ts';
import type { Stat } from './resources/logs/schema.ts';
import type { OptionText } from './resources/options/schema.ts';

/*
 * What the calls of the console take and answer, for programs that make them. Types only, of the schemas that the calls
 * are checked against: nothing of the console runs there.
 */
export type { ChannelView } from './resources/channels/schema.ts';
export type { LogView } from './resources/logs/schema.ts';
export type { TokenView } from './resources/tokens/schema.ts';
export type SignedInView = Static<typeof SignInView>;
export type ProviderView = Static<typeof Provider>;
export type LogStat = Static<typeof Stat>;
export type Option = Static<typeof OptionText>;
