import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DefaultNow, Json, Timestamp } from './columns.ts';

/** `single`: the key lies in the channel's row. Others: in `channel_keys`. */
export type KeyMode = 'single' | 'random' | 'round_robin';

interface ChannelsTable {
  id: GeneratedAlways<number>;
  type: number;
  name: string;
  key_sealed: string;
  key_hash: Buffer | null;
  key_mode: Generated<KeyMode>;
  status: Generated<number>;
  status_reason: Generated<string>;
  status_changed_at: Timestamp | null;
  base_url: Generated<string>;
  other: Generated<string>;
  organization: Generated<string>;
  models: Generated<string[]>;
  groups: Generated<string[]>;
  model_mapping: Json<Record<string, string>>;
  status_code_mapping: Json<Record<string, string | number>>;
  param_override: Json<Record<string, unknown>>;
  setting: Json<Record<string, unknown>>;
  priority: Generated<number>;
  weight: Generated<number>;
  tag: string | null;
  auto_ban: Generated<boolean>;
  test_model: Generated<string>;
  created_at: DefaultNow;
  tested_at: Timestamp | null;
  response_time_ms: Generated<number>;
  balance: ColumnType<number, number | string | undefined, number | string>;
  balance_currency: Generated<string>;
  balance_updated_at: Timestamp | null;
  used_quota: Generated<number>;
  cost_ratio: Generated<number>;
  max_input_tokens: Generated<number>;
}

interface ChannelKeysTable {
  id: GeneratedAlways<number>;
  channel_id: number;
  key_sealed: string;
  key_hash: Buffer;
  key_mask: string;
  status: Generated<number>;
  status_reason: Generated<string>;
  status_changed_at: Timestamp | null;
  created_at: DefaultNow;
}

/** `recovery`: a test of those that the system switched off. */
export type ChannelRunKind = 'test' | 'recovery' | 'balance';

interface ChannelRunsTable {
  id: GeneratedAlways<number>;
  kind: ChannelRunKind;
  total: number;
  done: Generated<number>;
  failed: Generated<number>;
  last_channel_id: Generated<number>;
  current_channel_id: number | null;
  held_until: DefaultNow;
  started_at: DefaultNow;
  finished_at: Timestamp | null;
}

interface AbilitiesTable {
  group: string;
  model: string;
  channel_id: number;
  enabled: boolean;
  priority: number;
  weight: number;
}

/** Upstream accounts, and what they serve. */
export interface ChannelsTables {
  channels: ChannelsTable;
  channel_keys: ChannelKeysTable;
  channel_runs: ChannelRunsTable;
  abilities: AbilitiesTable;
}
