import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { DefaultNow, Timestamp } from './columns.ts';

interface OptionsTable {
  key: string;
  value: string;
  updated_at: DefaultNow;
}

interface OptionHistoryTable {
  id: GeneratedAlways<number>;
  key: string;
  old_value: string | null;
  new_value: string | null;
  actor: string;
  created_at: DefaultNow;
}

interface PriceCardsTable {
  model: string;
  card: JSONColumnType<Record<string, unknown>, string, string>;
  updated_at: DefaultNow;
}

interface PriceImportsTable {
  digest: string;
  cards: JSONColumnType<Record<string, unknown>, string, string>;
  created_at: DefaultNow;
}

interface OutboxTable {
  id: GeneratedAlways<number>;
  subject: string;
  payload: Generated<string>;
  created_at: DefaultNow;
}

interface AuditLogTable {
  id: GeneratedAlways<number>;
  created_at: GeneratedAlways<Date>;
  actor_id: number;
  actor: string;
  ip: string;
  request_id: string;
  content: string;
}

interface AuditChainTable {
  position: number;
  entry_id: number;
  hash: Buffer;
}

interface LogCleaningsTable {
  id: GeneratedAlways<number>;
  target: Timestamp;
  actor: string;
  found: number;
  deleted: Generated<number>;
  created_at: DefaultNow;
  finished_at: Timestamp | null;
}

interface MailsTable {
  id: string;
  sealed: string;
  attempts: Generated<number>;
  due_at: DefaultNow;
  created_at: DefaultNow;
  give_up_at: DefaultNow;
}

interface QuotaWarningsTable {
  user_id: number;
  warned_at: DefaultNow;
}

interface WebhookDeliveriesTable {
  id: string;
  user_id: number;
  payload: string;
  attempts: Generated<number>;
  due_at: DefaultNow;
  created_at: DefaultNow;
}

interface ImportsTable {
  source: string;
  mark: Buffer;
  started_at: DefaultNow;
  log_id: Generated<number>;
  finished_at: Timestamp | null;
}

interface ImportRowsTable {
  source: string;
  kind: string;
  source_key: string;
  target_id: number;
}

/** Settings, what administrators did, what is to be told, and what moved in. */
export interface InstallationTables {
  options: OptionsTable;
  option_history: OptionHistoryTable;
  price_cards: PriceCardsTable;
  price_imports: PriceImportsTable;
  outbox: OutboxTable;
  audit_log: AuditLogTable;
  audit_chain: AuditChainTable;
  log_cleanings: LogCleaningsTable;
  mails: MailsTable;
  quota_warnings: QuotaWarningsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  imports: ImportsTable;
  import_rows: ImportRowsTable;
}
