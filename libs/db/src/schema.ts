import type { ChannelsTables } from './schema/channels.ts';
import type { InstallationTables } from './schema/installation.ts';
import type { MoneyTables } from './schema/money.ts';
import type { PaymentsTables } from './schema/payments.ts';
import type { PeopleTables } from './schema/people.ts';

export type { ChannelRunKind, KeyMode } from './schema/channels.ts';
export type { FailureCause, JournalKind } from './schema/money.ts';

/** Tables as of the newest migration. */
export interface Schema extends PeopleTables, ChannelsTables, MoneyTables, PaymentsTables, InstallationTables {}
