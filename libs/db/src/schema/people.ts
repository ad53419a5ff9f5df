import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultNow, Timestamp } from './columns.ts';

interface UsersTable {
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
  access_version: Generated<number>;
}

interface SessionsTable {
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

interface PendingSignInsTable {
  id_hash: Buffer;
  user_id: number;
  method: string;
  created_at: DefaultNow;
}

interface AccessTokensTable {
  user_id: number;
  token_hash: Buffer;
  created_at: DefaultNow;
  used_at: Timestamp | null;
}

interface TotpSecretsTable {
  user_id: number;
  secret_sealed: string;
  enabled_at: Timestamp | null;
  last_step: Generated<number>;
}

interface BackupCodesTable {
  user_id: number;
  code_hash: Buffer;
}

interface PasskeysTable {
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

interface PasskeyChallengesTable {
  holder: Buffer;
  purpose: string;
  challenge: string;
  created_at: DefaultNow;
}

interface IdentitiesTable {
  provider: string;
  subject: string;
  user_id: number;
  name: string;
  created_at: DefaultNow;
}

interface OauthStatesTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  user_id: number | null;
  provider: string | null;
  verifier: string | null;
  aff_code: Generated<string>;
  created_at: DefaultNow;
}

interface ProofsTable {
  proof_hash: Buffer;
  user_id: number;
}

interface EmailCodesTable {
  subject_hash: Buffer;
  code_hash: Buffer;
  wrong_tries: Generated<number>;
  expires_at: Timestamp;
}

interface PasswordResetsTable {
  token_hash: Buffer;
  user_id: number;
  expires_at: Timestamp;
}

interface InviteEarningsTable {
  kind: 'reward' | 'rebate' | 'reversal' | 'transfer';
  reference: string;
  user_id: number;
  invitee_id: number | null;
  amount: number;
  created_at: DefaultNow;
}

interface TokensTable {
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

/** Who may sign in, and how they prove it. */
export interface PeopleTables {
  users: UsersTable;
  sessions: SessionsTable;
  pending_sign_ins: PendingSignInsTable;
  access_tokens: AccessTokensTable;
  totp_secrets: TotpSecretsTable;
  backup_codes: BackupCodesTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  identities: IdentitiesTable;
  oauth_states: OauthStatesTable;
  proofs: ProofsTable;
  email_codes: EmailCodesTable;
  password_resets: PasswordResetsTable;
  invite_earnings: InviteEarningsTable;
  tokens: TokensTable;
}
