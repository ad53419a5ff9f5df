import type { Hold } from './hold.ts';

/**
 * Quota of one token that this relay has taken ahead in kv: one hold whose total only grows.
 *   total ≥ reserved (by running requests) + spent (by finished ones) + free
 */
export class Lease {
  hold: Hold;
  total = 0;
  reserved = 0;
  /** By the clock of `performance`. */
  lastUsedAt = 0;

  constructor(hold: Hold) {
    this.hold = hold;
  }

  get free(): number {
    return this.total - this.reserved - this.hold.spent;
  }

  /** Takes `amount` for a request if it is there. */
  reserve(amount: number): boolean {
    if (this.free < amount) return false;
    this.reserved += amount;
    return true;
  }

  /** A request ended: gives back what it reserved and takes what it cost. */
  settle(reserved: number, charge: number): void {
    this.reserved -= reserved;
    this.hold.spent += charge;
    this.hold.unpublished += charge;
  }

  /** Running requests go on under a new hold. What finished ones cost stays with the old one, which is answered. */
  change(hold: Hold): Hold {
    const old = this.hold;
    this.hold = hold;
    this.total = this.reserved;
    return old;
  }
}
