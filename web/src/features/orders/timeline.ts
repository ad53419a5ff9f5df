import type { OrderFile } from './api.ts';

/** Something that happened to an order. Times in unix seconds. */
export type TimelineEvent =
  | { readonly kind: 'ordered' | 'credited' | 'expired'; readonly at: number }
  /** The processor called; `outcome` is what the server noted about it. */
  | { readonly kind: 'called'; readonly at: number; readonly times: number; readonly outcome: string }
  | {
      readonly kind: 'refund' | 'chargeback';
      readonly at: number;
      readonly amount: string;
      readonly quota: number;
      readonly state: string;
      readonly reason: string;
    };

/** What happened to an order, the oldest first. What happened in the same second stays in the order of its causes. */
export function timelineOf({ order, calls, refunds }: OrderFile, nowSeconds: number): TimelineEvent[] {
  const hasExpired = order.state === 'expired' || (order.state === 'pending' && order.expires_at <= nowSeconds);
  const events: TimelineEvent[] = [
    { kind: 'ordered', at: order.created_at },
    ...(hasExpired ? [{ kind: 'expired', at: order.expires_at } as const] : []),
    ...calls.map(({ received_at: at, times, outcome }) => ({ kind: 'called', at, times, outcome }) as const),
    ...(order.credited_at > 0 ? [{ kind: 'credited', at: order.credited_at } as const] : []),
    ...refunds.map(({ kind, created_at: at, amount, quota, state, reason }) => {
      return { kind: kind === 'chargeback' ? 'chargeback' : 'refund', at, amount, quota, state, reason } as const;
    }),
  ];
  return events.toSorted((a, b) => a.at - b.at);
}

export interface CallOutcome {
  /** How the processor said that the payment stands. */
  readonly status: string;
  /** What it changed here. */
  readonly applied: string;
}

const statuses = [
  'pending',
  'unknown',
  'confirming',
  'paid',
  'underpaid',
  'expired',
  'failed',
  'cancelled',
  'held',
  'refunded',
  'disputed',
];
const applications = ['credited', 'changed', 'review', 'unchanged'];

/** The two words of an outcome such as `paid: credited`; undefined when it is a sentence. */
export function readOutcome(outcome: string): CallOutcome | undefined {
  const [status = '', applied = '', ...rest] = outcome.split(': ');
  return rest.length === 0 && statuses.includes(status) && applications.includes(applied)
    ? { status, applied }
    : undefined;
}
