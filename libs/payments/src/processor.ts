import type { Order } from './order.ts';

/**
 * Who takes money for us, as the operator has set it up. A processor that lacks a secret is never made, so nothing here asks
 * again. Calls out go through `guardedFetch` or the vendor's own library to the address of the options.
 */
export interface Processor {
  /** As it stands in `topup_orders.processor`. */
  readonly name: string;
  /** False: a test system. */
  readonly live: boolean;
  /** Asks for the order's money. The order is committed before, so that no payment comes for one that we do not know. */
  checkout(order: Order): Promise<Checkout | Declined>;
  /** How the order's payment stands, by the processor's own answer. Rejects when there is none. */
  query(order: Order): Promise<Payment>;
  /**
   * Sends money back, once per request id. Its no is an answer; rejects when there is none, and then the money may be on its way.
   * Absent: only in the processor's own pages.
   */
  refund?(order: Order, refund: RefundWish): Promise<Declined | null>;
  /** Every payment that was begun there in a time, paid or not. Absent: the processor cannot list. */
  list?(from: Date, until: Date): AsyncIterable<Listed>;
}

/** A payment in a processor's own list. */
export interface Listed {
  readonly tradeNo: string;
  readonly isPaid: boolean;
}

/** What the payer needs: fields of a form, an address, a client secret. It goes to the payer and nobody else. */
export interface Checkout {
  /** The processor's own id of the payment, where it has one already. */
  readonly reference?: string;
  /** Kept with the order and shown again; no secrets. */
  readonly shown: Record<string, unknown>;
  /** Shown once. */
  readonly answer: Record<string, unknown>;
}

/** The processor will not take this order. The sentence is for the payer. */
export interface Declined {
  readonly declined: string;
}

export interface RefundWish {
  readonly requestId: string;
  readonly amountMinor: bigint;
  readonly reason: string;
}

/** A payment as its processor reports it, in the words of `payments.md`. */
export interface Payment {
  readonly status:
    | 'pending'
    | 'confirming'
    | 'paid'
    | 'underpaid'
    | 'expired'
    | 'failed'
    | 'cancelled'
    /** Somebody must look at it: frozen, held for review. */
    | 'held'
    | 'refunded'
    | 'disputed';
  /** What arrived, in minor units of the order's currency; absent when the processor compares amounts itself and said nothing. */
  readonly receivedMinor?: bigint;
  readonly currency?: string;
  /** More came than was due, also where the processor does not say how much. */
  readonly overpaid?: boolean;
  readonly reference?: string;
  /** Of refunds and disputes: how much went back in all. */
  readonly refundedMinor?: bigint;
  /** Of a transfer on a chain. */
  readonly transaction?: { readonly network: string; readonly id: string };
}
