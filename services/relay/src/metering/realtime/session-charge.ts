import { uuidv7 } from '@switchyard/crypto';
import { type CompiledPrice, ceiling, price as priceOf } from '@switchyard/pricing';
import type { Account, Meter, Outcome } from '../meter.ts';
import type { Tally, Used } from './tally.ts';
import { type TranscriptTally, transcriptTally } from './transcript-tally.ts';

/** How a session stands or ended. */
export type SessionStanding = Omit<Outcome, 'tokens' | 'counted' | 'upstreamModel' | 'task'>;

interface Transcripts {
  readonly account: Account;
  readonly tally: TranscriptTally;
}

/**
 * What one session is charged: one event for its responses, and one for each model that wrote down what was said, since
 * that has a price of its own.
 */
export class SessionCharge {
  readonly account: Account;
  readonly #meter: Meter;
  readonly #tally: Tally;
  readonly #transcripts = new Map<string, Transcripts>();
  #covering = false;

  constructor(meter: Meter, account: Account, tally: Tally) {
    this.account = account;
    this.#meter = meter;
    this.#tally = tally;
  }

  /** Tally of the transcripts of a model. */
  transcripts(model: string, price: CompiledPrice): TranscriptTally {
    let transcripts = this.#transcripts.get(model);
    if (!transcripts) {
      // Limits on rate and concurrency count the session, once.
      const caller = { ...this.account.caller, scopes: [] };
      const account = { ...this.account, requestId: uuidv7(), caller, model, price, startedAt: Date.now(), reserved: 0 };
      transcripts = { account, tally: transcriptTally() };
      this.#transcripts.set(model, transcripts);
    }
    return transcripts.tally;
  }

  /** Holds what was used and what the next response may use. False: the balance is used up. */
  async cover(): Promise<boolean> {
    if (this.#covering) return true;
    this.#covering = true;
    try {
      for (const { account, tally } of this.#all()) {
        const { tokens, counted } = tally.used();
        const charge = counted === 'none' ? 0 : priceOf(account.price, tokens, account.startedAt);
        const amount = charge + ceiling(account.price, tally.expected());
        if (amount > account.reserved && !(await this.#meter.extend(account, amount))) return false;
      }
      return true;
    } finally {
      this.#covering = false;
    }
  }

  /** Writes down what it has cost so far. */
  note(standing: SessionStanding, upstreamModel: string): void {
    for (const { account, tally } of this.#all()) {
      const used = tally.used();
      if (used.counted !== 'none') this.#meter.note(account, outcomeOf(account, used, standing, upstreamModel));
    }
  }

  /** The final word. `written` is called when no charge can be lost any more. */
  settle(standing: SessionStanding, upstreamModel: string, written: () => void): void {
    for (const { account, tally } of this.#transcripts.values()) {
      const used = tally.used();
      if (used.counted === 'none') this.#meter.release(account);
      else this.#meter.settle(account, outcomeOf(account, used, standing, upstreamModel), () => {});
    }
    const { account } = this;
    this.#meter.settle(account, outcomeOf(account, this.#tally.used(), standing, upstreamModel), written);
  }

  #all(): readonly { account: Account; tally: Pick<Tally, 'used' | 'expected'> }[] {
    return [{ account: this.account, tally: this.#tally }, ...this.#transcripts.values()];
  }
}

function outcomeOf(account: Account, used: Used, standing: SessionStanding, upstreamModel: string): Outcome {
  // A price in seconds needs them also where nothing was used.
  return { ...standing, ...used, ...(upstreamModel === account.model ? {} : { upstreamModel }) };
}
