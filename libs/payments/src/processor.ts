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
  /** False: switched off for new orders. It still answers for those that it has. */
  readonly isOffered: boolean;
  /** What a list of prices shows. */
  readonly offers: readonly Offer[];
  /** How a method of payment is charged. Declined: not taken here. */
  terms(method: string): Terms | Declined;
  /**
   * Asks for the order's money. The order is committed before, so that no payment comes for one that we do not know. Rejects when there is
   * no answer: the processor may have taken the order all the same.
   */
  checkout(order: Order, phone?: Phone): Promise<Checkout | Declined>;
  /** How the order's payment stands, by the processor's own answer. Rejects when there is none. */
  query(order: Order): Promise<Payment>;
  /**
   * Sends money back, once per request id. Its no is an answer; rejects when there is none, and then the money may be on its way.
   * Absent: only in the processor's own pages.
   */
  refund?(order: Order, request: RefundRequest): Promise<Declined | null>;
  /** Whether a refund that is asked for again under its request id goes out once. Where it does not its no is none: the first may have gone out. */
  readonly knowsRequestIds: boolean;
  /** From where its calls come, where it says so: one from elsewhere is told. Proof is the signature alone, and its answer when it is asked. */
  readonly senders?: readonly string[];
  /**
   * What a call of the processor says, when its signature over the bytes that came is right; undefined otherwise. The caller looks
   * up the order and asks `query` before it believes it. Rejects when the processor must be asked which order it is, and does not answer.
   */
  readNotice(call: Call): Promise<Notice | undefined>;
  /** The body by which a call counts as delivered; sent after the commit. */
  readonly acknowledgement: string;
  /** Every payment that was begun there in a time, paid or not; rejects when there is no answer. Absent: the processor cannot list. */
  list?(from: Date, until: Date): AsyncIterable<Listed>;
}

/** What the payer holds in the hand; no `Phone`: another machine, or nobody knows. Who has a phone cannot scan what it shows. */
export type Phone = 'ios' | 'android';

export interface Terms {
  /** As the processor names it, and as it stands in the order. */
  readonly method: string;
  readonly currency: string;
  /** Units of the currency for one dollar of credit, decimal text. */
  readonly rate: string;
  /** Seconds in which the payment is expected. */
  readonly lifeSeconds: number;
}

/** One price of a processor. */
export interface Offer extends Pick<Terms, 'currency' | 'rate'> {
  /** As clients name it; empty where all methods are charged alike. */
  readonly method: string;
}

/** A processor's call as it came. */
export interface Call {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw query of a GET, the raw body of a POST. */
  readonly text: string;
}

/** What a call claims about an order. */
export interface Notice {
  /** Our number of the order; absent when the call concerns none, and nothing is to be done. */
  readonly tradeNo?: string;
  readonly isPaid: boolean;
  readonly reference?: string;
  readonly transaction?: ChainTransaction;
  /** What a call has in common with itself in other spellings, where more than its bytes is signed alike: fields in another order, empty ones. */
  readonly identity?: string;
  /** What of it does not fit the order (another amount, currency or account), in words for administrators. */
  contradiction(order: Order): string | undefined;
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
  /** Until when the processor takes the money, where it says so. */
  readonly expiresAt?: Date;
}

/** The processor will not have it. The sentence is for the person who asked. */
export interface Declined {
  readonly declined: string;
  /** For the log. */
  readonly detail?: string;
}

export interface RefundRequest {
  readonly requestId: string;
  readonly amountMinor: bigint;
  readonly reason: string;
}

/** A payment as its processor reports it, in the words of `payments.md`. */
export interface Payment {
  readonly status:
    | 'pending'
    /** It was never begun there, or in another account of ours. */
    | 'unknown'
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
  /** The payer's last try failed; another may succeed. */
  readonly attemptFailed?: boolean;
  /** Of refunds and disputes: how much went back in all. */
  readonly refundedMinor?: bigint;
  /** Of a transfer on a chain. */
  readonly transaction?: ChainTransaction;
}

export interface ChainTransaction {
  readonly network: string;
  readonly id: string;
}
