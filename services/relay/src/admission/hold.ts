/** What a hold has spent so far. */
export interface HoldSpent {
  readonly holdId: string;
  readonly userId: number;
  readonly spent: number;
}

/** One hold in kv, as this relay knows it. */
export class Hold {
  readonly id: string;
  readonly userId: number;
  readonly tokenId: number;
  /** Charges of finished requests that count against it. */
  spent = 0;
  /** Those of them that the usage stream does not have yet. */
  unpublished = 0;
  /** The spool knows of it: the next start ends it should this process die. */
  noted = false;
  /** kv may not know it any more. */
  lost = false;
  /** kv has its final figure. */
  closed = false;

  constructor(id: string, userId: number, tokenId: number) {
    this.id = id;
    this.userId = userId;
    this.tokenId = tokenId;
  }

  /** The stream has a charge. */
  published(charge: number): void {
    this.unpublished -= charge;
  }
}
