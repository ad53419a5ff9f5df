import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type DefaultNow = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T extends object> = JSONColumnType<T, string | undefined, string>;

export interface UsersTable {
  id: GeneratedAlways<number>;
  username: string;
  display_name: Generated<string>;
  email: string | null;
  password_hash: string | null;
  must_change_password: Generated<boolean>;
  role: Generated<number>;
  status: Generated<number>;
  group: Generated<string>;
  rpm_limit: Generated<number>;
  tpm_limit: Generated<number>;
  concurrency_limit: Generated<number>;
  created_at: DefaultNow;
  deleted_at: Timestamp | null;
  language: Generated<string>;
  passkey_handle: Buffer | null;
  email_canonical: string | null;
  aff_code: Generated<string>;
  inviter_id: number | null;
  inviter_near: Generated<boolean>;
  reward_due: Generated<boolean>;
  aff_count: Generated<number>;
  aff_quota: Generated<number>;
  aff_history: Generated<number>;
  rebated_spending: Generated<number>;
  rebate_seen_at: DefaultNow;
  quota_warning_threshold: number | null;
  notify_email: Generated<boolean>;
  notify_webhook: Generated<string>;
  notify_secret: Generated<string>;
}

export interface SessionsTable {
  id_hash: Buffer;
  id: Generated<string>;
  user_id: number;
  created_at: DefaultNow;
  last_seen_at: DefaultNow;
  ip: Generated<string>;
  user_agent: Generated<string>;
  method: string;
  authenticated_at: DefaultNow;
  second_factor_at: Timestamp | null;
}

export interface PendingSignInsTable {
  id_hash: Buffer;
  user_id: number;
  method: string;
  created_at: DefaultNow;
}

export interface AccessTokensTable {
  user_id: number;
  token_hash: Buffer;
  created_at: DefaultNow;
  used_at: Timestamp | null;
}

export interface TotpSecretsTable {
  user_id: number;
  secret_sealed: string;
  enabled_at: Timestamp | null;
  last_step: Generated<number>;
}

export interface BackupCodesTable {
  user_id: number;
  code_hash: Buffer;
}

export interface PasskeysTable {
  id: GeneratedAlways<number>;
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  synced: boolean;
  created_at: DefaultNow;
  used_at: Timestamp | null;
}

export interface PasskeyChallengesTable {
  holder: Buffer;
  purpose: string;
  challenge: string;
  created_at: DefaultNow;
}

export interface IdentitiesTable {
  provider: string;
  subject: string;
  user_id: number;
  name: string;
  created_at: DefaultNow;
}

export interface ProofsTable {
  proof_hash: Buffer;
  user_id: number;
}

export interface OauthStatesTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  user_id: number | null;
  provider: string | null;
  verifier: string | null;
  aff_code: Generated<string>;
  created_at: DefaultNow;
}

export interface TokensTable {
  id: GeneratedAlways<number>;
  user_id: number;
  key_hash: Buffer;
  key_sealed: string;
  key_mask: string;
  name: string;
  status: Generated<number>;
  created_at: DefaultNow;
  accessed_at: Timestamp | null;
  expires_at: Timestamp | null;
  remain_quota: Generated<number>;
  unlimited_quota: Generated<boolean>;
  used_quota: Generated<number>;
  sequence: Generated<number>;
  model_limits_enabled: Generated<boolean>;
  model_limits: Generated<string[]>;
  allow_ips: Generated<string[]>;
  group: Generated<string>;
  rpm_limit: Generated<number>;
  tpm_limit: Generated<number>;
  concurrency_limit: Generated<number>;
  deleted_at: Timestamp | null;
  deny_ips: Generated<string[]>;
  limit_message: Generated<string>;
  daily_budget: Generated<number>;
  monthly_budget: Generated<number>;
  used_day: Generated<string>;
  daily_used: Generated<number>;
  used_month: Generated<string>;
  monthly_used: Generated<number>;
  spendable: GeneratedAlways<number>;
}

export interface OptionsTable {
  key: string;
  value: string;
  updated_at: DefaultNow;
}

export interface PriceCardsTable {
  model: string;
  card: JSONColumnType<Record<string, unknown>, string, string>;
  updated_at: DefaultNow;
}

export interface OutboxTable {
  id: GeneratedAlways<number>;
  subject: string;
  payload: Generated<string>;
  created_at: DefaultNow;
}

/** `single`: the key lies in the channel's row. Others: in `channel_keys`. */
export type KeyMode = 'single' | 'random' | 'round_robin';

export interface ChannelsTable {
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
}

export interface ChannelKeysTable {
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

export interface ChannelRunsTable {
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

/** `recovery`: a test of those that the system switched off. */
export type ChannelRunKind = 'test' | 'recovery' | 'balance';

export interface AbilitiesTable {
  group: string;
  model: string;
  channel_id: number;
  enabled: boolean;
  priority: number;
  weight: number;
}

export interface AccountsTable {
  user_id: number;
  balance: Generated<number>;
  sequence: Generated<number>;
  used_quota: Generated<number>;
  request_count: Generated<number>;
  frozen: Generated<boolean>;
  frozen_reason: Generated<string>;
  changed_at: DefaultNow;
}

export type JournalKind = 'consume' | 'gift' | 'topup' | 'redeem' | 'rebate' | 'refund' | 'adjust' | 'payback';

export interface JournalTable {
  kind: JournalKind;
  reference: string;
  user_id: number;
  token_id: number | null;
  amount: number;
  created_at: DefaultNow;
  note: Generated<string>;
}

export interface HoldsTable {
  id: string;
  user_id: number;
  journaled: number;
  changed_at: DefaultNow;
}

export interface UsageLogTable {
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

export interface UsageHourlyTable {
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
}

export interface DeadLettersTable {
  id: GeneratedAlways<number>;
  subject: string;
  payload: string;
  reason: string;
  user_id: number | null;
  created_at: DefaultNow;
}

export interface BreachesTable {
  id: GeneratedAlways<number>;
  invariant: string;
  user_id: number | null;
  detail: string;
  found_at: DefaultNow;
  resolved_at: Timestamp | null;
}

export interface AuditRunsTable {
  id: GeneratedAlways<number>;
  scope: 'touched' | 'all';
  started_at: Timestamp;
  finished_at: DefaultNow;
  users: number;
  breaches: number;
}

export interface UsageLogHorizonTable {
  single: Generated<boolean>;
  cleaned_before: Timestamp;
}

export interface TasksTable {
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

export interface MailsTable {
  id: string;
  sealed: string;
  attempts: Generated<number>;
  due_at: DefaultNow;
  created_at: DefaultNow;
  give_up_at: DefaultNow;
}

export interface InviteEarningsTable {
  kind: 'reward' | 'rebate' | 'reversal' | 'transfer';
  reference: string;
  user_id: number;
  invitee_id: number | null;
  amount: number;
  created_at: DefaultNow;
}

export interface EmailCodesTable {
  subject_hash: Buffer;
  code_hash: Buffer;
  wrong_tries: Generated<number>;
  expires_at: Timestamp;
}

export interface PasswordResetsTable {
  token_hash: Buffer;
  user_id: number;
  expires_at: Timestamp;
}

type Minor = ColumnType<number, number | string | undefined, number | string>;

export interface TopupOrdersTable {
  id: GeneratedAlways<number>;
  public_id: string;
  trade_no: string;
  user_id: number;
  processor: string;
  method: Generated<string>;
  live: Generated<boolean>;
  amount_usd: string;
  rate: string;
  ratio: string;
  currency: string;
  payable_minor: Minor;
  quota: number;
  state: Generated<string>;
  processor_reference: string | null;
  client_request_id: string | null;
  checkout: Json<Record<string, unknown>>;
  flags: Generated<string[]>;
  reason: Generated<string>;
  told_reason: Generated<string>;
  received_minor: ColumnType<number | null, number | string | null | undefined, number | string | null>;
  refunded_minor: Minor;
  refunded_quota: Generated<number>;
  queries: Generated<number>;
  queried_at: Timestamp | null;
  created_at: DefaultNow;
  expires_at: Timestamp;
  credited_at: Timestamp | null;
  updated_at: DefaultNow;
}

export interface PaymentInboxTable {
  id: GeneratedAlways<number>;
  processor: string;
  order_id: number | null;
  digest: Buffer;
  body: string;
  outcome: Generated<string>;
  times: Generated<number>;
  received_at: DefaultNow;
  settled_at: Timestamp | null;
}

export interface ChainPaymentsTable {
  network: string;
  transaction_id: string;
  order_id: number;
}

export interface PaymentRefundsTable {
  id: GeneratedAlways<number>;
  order_id: number;
  request_id: string;
  amount_minor: Minor;
  quota: number;
  kind: 'refund' | 'chargeback';
  reason: string;
  state: Generated<'asked' | 'sent' | 'refused'>;
  actor_id: number | null;
  created_at: DefaultNow;
}

export interface RedemptionsTable {
  id: GeneratedAlways<number>;
  code_hash: Buffer;
  code_sealed: string;
  name: string;
  quota: number;
  status: Generated<number>;
  created_at: DefaultNow;
  created_by: number;
  expires_at: Timestamp | null;
  used_at: Timestamp | null;
  used_user_id: number | null;
  deleted_at: Timestamp | null;
}

export interface ProcessorLogTable {
  id: GeneratedAlways<number>;
  processor: string;
  created_at: DefaultNow;
  content: string;
}

export interface AuditLogTable {
  id: GeneratedAlways<number>;
  created_at: GeneratedAlways<Date>;
  actor_id: number;
  actor: string;
  ip: string;
  request_id: string;
  content: string;
}

export interface AuditChainTable {
  position: number;
  entry_id: number;
  hash: Buffer;
}

export interface OptionHistoryTable {
  id: GeneratedAlways<number>;
  key: string;
  old_value: string | null;
  new_value: string | null;
  actor: string;
  created_at: DefaultNow;
}

export interface PriceImportsTable {
  digest: string;
  cards: JSONColumnType<Record<string, unknown>, string, string>;
  created_at: DefaultNow;
}

export interface LogCleaningsTable {
  id: GeneratedAlways<number>;
  target: Timestamp;
  actor: string;
  found: number;
  deleted: Generated<number>;
  created_at: DefaultNow;
  finished_at: Timestamp | null;
}

export interface QuotaWarningsTable {
  user_id: number;
  warned_at: DefaultNow;
}

export interface WebhookDeliveriesTable {
  id: string;
  user_id: number;
  payload: string;
  attempts: Generated<number>;
  due_at: DefaultNow;
  created_at: DefaultNow;
}

/** Tables as of the newest migration. */
export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  pending_sign_ins: PendingSignInsTable;
  access_tokens: AccessTokensTable;
  totp_secrets: TotpSecretsTable;
  backup_codes: BackupCodesTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  identities: IdentitiesTable;
  proofs: ProofsTable;
  oauth_states: OauthStatesTable;
  tokens: TokensTable;
  options: OptionsTable;
  price_cards: PriceCardsTable;
  outbox: OutboxTable;
  channels: ChannelsTable;
  channel_keys: ChannelKeysTable;
  channel_runs: ChannelRunsTable;
  abilities: AbilitiesTable;
  accounts: AccountsTable;
  journal: JournalTable;
  holds: HoldsTable;
  usage_log: UsageLogTable;
  usage_hourly: UsageHourlyTable;
  dead_letters: DeadLettersTable;
  breaches: BreachesTable;
  audit_runs: AuditRunsTable;
  usage_log_horizon: UsageLogHorizonTable;
  tasks: TasksTable;
  mails: MailsTable;
  invite_earnings: InviteEarningsTable;
  email_codes: EmailCodesTable;
  password_resets: PasswordResetsTable;
  topup_orders: TopupOrdersTable;
  payment_inbox: PaymentInboxTable;
  chain_payments: ChainPaymentsTable;
  payment_refunds: PaymentRefundsTable;
  processor_log: ProcessorLogTable;
  redemptions: RedemptionsTable;
  audit_log: AuditLogTable;
  audit_chain: AuditChainTable;
  option_history: OptionHistoryTable;
  price_imports: PriceImportsTable;
  log_cleanings: LogCleaningsTable;
  quota_warnings: QuotaWarningsTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
