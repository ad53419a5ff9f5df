/**
 * Quota of one token that this relay has taken ahead in kv: one hold whose total only grows.
 *   total ≥ reserved (by running requests) + spent (by finished ones) + free
 */
export class Lease {
  readonly userId: number;
  readonly tokenId: number;
  /** Changes when kv was emptied: what was published by then counts against the old hold. */
  holdId: string;
  total = 0;
  reserved = 0;
  spent = 0;
  /** Charges that the usage stream does not have yet. */
  unpublished = 0;
  lastUsedAt = 0;

  constructor(userId: number, tokenId: number, holdId: string) {
    this.userId = userId;
    this.tokenId = tokenId;
    this.holdId = holdId;
  }

  get free(): number {
    return this.total - this.reserved - this.spent;
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
    this.spent += charge;
    this.unpublished += charge;
  }

  /** The stream has a charge. One that was written under an earlier hold is not this hold's to cover any more. */
  published(charge: number, holdId: string): void {
    this.unpublished -= charge;
    if (holdId === this.holdId) return;
    this.spent -= charge;
    this.total -= charge;
  }
}
