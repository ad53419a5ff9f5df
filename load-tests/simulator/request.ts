/** What is known of one request by those who are not the product: what it cost, and what its client was told. */
export class Request {
  readonly id: string;
  readonly userId: number;
  readonly tokenId: number;
  readonly relay: string;
  /** What it had cost by each tick at which there was something, in quota; only grows. */
  readonly costs: number[] = [];
  /** It ended and this was to be charged. */
  final: number | undefined;
  /** Its client had the last byte. */
  isTold = false;
  isRefused = false;

  constructor(id: string, userId: number, tokenId: number, relay: string) {
    this.id = id;
    this.userId = userId;
    this.tokenId = tokenId;
    this.relay = relay;
  }

  /**
   * The least and the most that may be charged. A complete answer costs what it cost; of one whose relay died, at most the last
   * second of output may be forgotten.
   */
  bounds(): { readonly least: number; readonly most: number } {
    if (this.isTold) return { least: this.final ?? 0, most: this.final ?? 0 };
    const last = this.costs.at(-1) ?? 0;
    return { least: this.costs.at(-1 - forgottenTicks) ?? 0, most: Math.max(last, this.final ?? 0) };
  }
}

/** Output that a killed relay may forget: a second, by the time in which it was not frozen. */
const forgottenTicks = 4;
