import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DefaultNow, Json, Minor, Timestamp } from './columns.ts';

interface TopupOrdersTable {
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
  surplus_minor: Minor;
  refunded_minor: Minor;
  refunded_quota: Generated<number>;
  queries: Generated<number>;
  queried_at: Timestamp | null;
  created_at: DefaultNow;
  expires_at: Timestamp;
  credited_at: Timestamp | null;
  updated_at: DefaultNow;
}

interface PaymentInboxTable {
  id: GeneratedAlways<number>;
  processor: string;
  order_id: number | null;
  digest: Buffer;
  body: string;
  says_paid: Generated<boolean>;
  headers: Json<Record<string, string>>;
  sender: Generated<string>;
  outcome: Generated<string>;
  times: Generated<number>;
  received_at: DefaultNow;
  settled_at: Timestamp | null;
}

interface ChainPaymentsTable {
  network: string;
  transaction_id: string;
  order_id: number;
}

interface PaymentRefundsTable {
  id: GeneratedAlways<number>;
  order_id: number;
  request_id: string;
  amount_minor: Minor;
  quota: number;
  kind: 'refund' | 'chargeback';
  reason: string;
  state: Generated<'asked' | 'unanswered' | 'sent' | 'refused'>;
  actor_id: number | null;
  repeated_at: Timestamp | null;
  created_at: DefaultNow;
}

interface ProcessorLogTable {
  id: GeneratedAlways<number>;
  processor: string;
  created_at: DefaultNow;
  content: string;
}

interface RedemptionsTable {
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

/** Credit that is sold. */
export interface PaymentsTables {
  topup_orders: TopupOrdersTable;
  payment_inbox: PaymentInboxTable;
  chain_payments: ChainPaymentsTable;
  payment_refunds: PaymentRefundsTable;
  processor_log: ProcessorLogTable;
  redemptions: RedemptionsTable;
}
