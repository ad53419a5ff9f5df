import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { DefaultNow, Json, Timestamp } from './columns.ts';

interface AccountsTable {
  user_id: number;
  balance: Generated<number>;
  sequence: Generated<number>;
  used_quota: Generated<number>;
  request_count: Generated<number>;
  brought_requests: Generated<number>;
  frozen: Generated<boolean>;
  frozen_reason: Generated<string>;
  changed_at: DefaultNow;
}

export type JournalKind = 'consume' | 'gift' | 'topup' | 'redeem' | 'rebate' | 'refund' | 'adjust' | 'payback';

interface JournalTable {
  kind: JournalKind;
  reference: string;
  user_id: number;
  token_id: number | null;
  amount: number;
  created_at: DefaultNow;
  /** When the charge of a request that had begun long before was written. */
  late_at: Timestamp | null;
  note: Generated<string>;
}

interface HoldsTable {
  id: string;
  user_id: number;
  journaled: number;
  changed_at: DefaultNow;
}

interface UsageLogTable {
  id: GeneratedAlways<number>;
  created_at: Timestamp;
  type: number;
  user_id: number;
  username: string;
  token_id: Generated<number>;
  token_name: Generated<string>;
  group: Generated<string>;
  model: Generated<string>;
  channel_id: Generated<number>;
  quota: Generated<number>;
  prompt_tokens: Generated<number>;
  completion_tokens: Generated<number>;
  duration_ms: Generated<number>;
  first_byte_ms: Generated<number>;
  stream: Generated<boolean>;
  status: Generated<number>;
  request_id: Generated<string>;
  ip: Generated<string>;
  content: Generated<string>;
  other: Json<Record<string, unknown>>;
}

interface UsageHourlyTable {
  hour: Timestamp;
  user_id: number;
  token_id: number;
  channel_id: number;
  model: string;
  group: string;
  requests: Generated<number>;
  errors: Generated<number>;
  quota: Generated<number>;
  prompt_tokens: Generated<number>;
  completion_tokens: Generated<number>;
  cached_tokens: Generated<number>;
  duration_ms: Generated<number>;
  first_byte_ms: Generated<number>;
  list_quota: Generated<number>;
}

/** Kept by the database from `usage_hourly`, over all users and keys. */
interface UsageTotalsTable extends Omit<UsageHourlyTable, 'user_id' | 'token_id'> {}

/** Kept by the database from `usage_hourly`: what a key used on a day (UTC). */
interface UsageDailyTable {
  day: ColumnType<string, never, never>;
  user_id: number;
  token_id: number;
  requests: number;
  quota: number;
}

interface UsageLatencyTable {
  hour: Timestamp;
  user_id: number;
  /** 0: all channels. Rows from before 0380-latency-by-user are of one. */
  channel_id: Generated<number>;
  bucket: number;
  durations: Generated<number>;
  first_bytes: Generated<number>;
}

/** Over all users; the totals over all channels, too. */
interface UsageLatencyChannelsTable extends UsageLatencyTotalsTable {
  channel_id: number;
}
interface UsageLatencyTotalsTable {
  hour: Timestamp;
  bucket: number;
  durations: number;
  first_bytes: number;
}

/** `no_answer`: the connection failed, or the channel was given up before it answered. */
export type FailureCause =
  | 'rejected'
  | 'rate_limited'
  | 'credential'
  | 'upstream'
  | 'no_answer'
  | 'timed_out'
  | 'client_gone'
  | 'interrupted';

interface UsageFailuresTable {
  hour: Timestamp;
  user_id: number;
  channel_id: number;
  cause: FailureCause;
  requests: Generated<number>;
  tries: Generated<number>;
  last_try_at: ColumnType<Date | null, Date | undefined, Date>;
}

interface UsageLogHorizonTable {
  single: Generated<boolean>;
  cleaned_before: Timestamp;
}

interface DeadLettersTable {
  id: GeneratedAlways<number>;
  subject: string;
  payload: string;
  reason: string;
  user_id: number | null;
  /** What it would settle; null when it does not say so. */
  hold_id: string | null;
  created_at: DefaultNow;
  /** Since when billing is asked to book it again. */
  asked_at: Timestamp | null;
  dismissed_at: Timestamp | null;
  dismissed_by: number | null;
}

interface BreachesTable {
  id: GeneratedAlways<number>;
  invariant: string;
  user_id: number | null;
  detail: string;
  found_at: DefaultNow;
  resolved_at: Timestamp | null;
}

interface AuditRunsTable {
  id: GeneratedAlways<number>;
  scope: 'touched' | 'all';
  started_at: Timestamp;
  finished_at: DefaultNow;
  users: number;
  breaches: number;
}

/** What the audit has read from before a time, by user and key; token 0 is consumption without a key. */
interface AuditSumsTable {
  user_id: number;
  token_id: number;
  before: Timestamp;
  amount: number;
  consumed: number;
  requests: number;
  rolled_up: number;
}

interface TasksTable {
  id: GeneratedAlways<number>;
  request_id: string;
  platform: string;
  task_id: string;
  user_id: number;
  token_id: number;
  channel_id: number;
  key_id: number | null;
  group: string;
  model: string;
  action: string;
  quota: number;
  receipt: JSONColumnType<Record<string, unknown>, string | null, string | null> | null;
  usage: JSONColumnType<Record<string, unknown>, string, string>;
  status: string;
  progress: Generated<string>;
  fail_reason: Generated<string>;
  prompt: Generated<string>;
  data: Json<Record<string, unknown>>;
  notify_hook: Generated<string>;
  submitted_at: Timestamp;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  polled_at: DefaultNow;
  created_at: DefaultNow;
  updated_at: DefaultNow;
}

/** The journal and what is derived from it. */
export interface MoneyTables {
  accounts: AccountsTable;
  journal: JournalTable;
  holds: HoldsTable;
  usage_log: UsageLogTable;
  usage_hourly: UsageHourlyTable;
  usage_totals: UsageTotalsTable;
  usage_daily: UsageDailyTable;
  usage_latency: UsageLatencyTable;
  usage_latency_channels: UsageLatencyChannelsTable;
  usage_latency_totals: UsageLatencyTotalsTable;
  usage_failures: UsageFailuresTable;
  usage_log_horizon: UsageLogHorizonTable;
  dead_letters: DeadLettersTable;
  breaches: BreachesTable;
  audit_runs: AuditRunsTable;
  audit_sums: AuditSumsTable;
  tasks: TasksTable;
}
