import type { Kv } from '@switchyard/kv';
import { Hold, type HoldSpent } from './hold.ts';

export interface HoldsOptions {
  readonly relayId: string;
  readonly kv: Kv;
  /** Writes down that a hold is about to be taken, so that it is ended should this process die. */
  readonly noteHold: (hold: HoldSpent) => void;
}

/** A relay that died keeps its holds this long for its recovery to settle them. */
const holdLifeMs = 600_000;

/** When a hold that is taken or renewed now runs out. */
export function holdExpiresAt(): number {
  return Date.now() + holdLifeMs;
}

/** The holds of this relay as kv knows them. Leases draw on some; the others have ended. */
export class Holds {
  readonly #options: HoldsOptions;
  /** Those that no request draws on any more, until kv has their final figure and the stream their charges. */
  readonly #ended = new Set<Hold>();
  #sequence = 0;

  constructor(options: HoldsOptions) {
    this.#options = options;
  }

  get ended(): Iterable<Hold> {
    return this.#ended;
  }

  /** One that kv has not heard of yet. */
  open(userId: number, tokenId: number): Hold {
    return new Hold(`${this.#options.relayId}.${Date.now().toString(36)}.${++this.#sequence}`, userId, tokenId);
  }

  /** Must be called before kv hears of a hold. */
  note(hold: Hold): void {
    if (hold.noted) return;
    hold.noted = true;
    this.#options.noteHold(spentOf(hold));
  }

  /** Holds `total` under it, whatever the balance is: it was granted before. */
  async register(hold: Hold, total: number): Promise<void> {
    if (total === 0) return;
    this.note(hold);
    await this.#options.kv.wallet.hold({
      userId: hold.userId,
      tokenId: hold.tokenId,
      tokenLimited: false,
      holdId: hold.id,
      total,
      expiresAt: holdExpiresAt(),
      force: true,
    });
  }

  /** Nothing draws on it any more; kv hears of it by `close` or `settleEnded`. */
  end(hold: Hold): void {
    this.#ended.add(hold);
  }

  /**
   * Tells kv the final figure of a hold. One that kv may have forgotten is registered first while charges of it are on
   * their way: for all it ever spent, since billing will say how much of all that the journal has.
   */
  async close(hold: Hold): Promise<void> {
    if (hold.lost && hold.unpublished > 0) await this.register(hold, hold.spent);
    if (hold.noted) await this.#options.kv.wallet.close(hold.userId, hold.id, hold.spent);
    hold.lost = false;
    hold.closed = true;
  }

  /** Closes what is not closed yet, and forgets what the stream has all charges of. */
  async settleEnded(): Promise<void> {
    for (const hold of this.#ended) {
      if (!hold.closed) await this.close(hold);
      if (hold.unpublished === 0) this.#ended.delete(hold);
    }
  }

  /** kv was emptied: closes all again. */
  async closeAgain(): Promise<void> {
    for (const hold of this.#ended) {
      hold.lost = true;
      await this.close(hold);
    }
  }

  /** Closes all, whatever fails, and answers whether kv has heard of all. */
  async closeAll(): Promise<boolean> {
    await Promise.allSettled([...this.#ended].map((hold) => this.close(hold)));
    return [...this.#ended].every(({ closed }) => closed);
  }
}

export function spentOf({ id, userId, spent }: Hold): HoldSpent {
  return { holdId: id, userId, spent };
}
