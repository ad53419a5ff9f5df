import { uuidv7 } from '@switchyard/crypto';
import { type CompiledPrice, ceiling, price as priceOf } from '@switchyard/pricing';
import type { Json } from '../../dialects/canonical.ts';
import { readTranscriptUsage } from '../../dialects/openai-realtime/usage.ts';
import type { GatewayError } from '../../errors.ts';
import type { Account, Meter, Outcome } from '../meter.ts';
import { flatPrice } from './flat-price.ts';
import type { Tally } from './tally.ts';
import { TranscriptTally } from './transcript-tally.ts';

/** How a session stands or ended. */
export type SessionStanding = Omit<Outcome, 'tokens' | 'counted' | 'task'>;

/** What somebody who writes down what is said costs the caller. Throws the refusal. */
export type PriceOfModel = (model: string) => CompiledPrice;

interface Part {
  readonly account: Account;
  readonly tally: Pick<Tally, 'used' | 'expected'>;
}

interface Transcripts extends Part {
  readonly tally: TranscriptTally;
}

/**
 * What one session is charged: one event for its responses, and one for each model that wrote down what was said, since
 * that has a price of its own.
 */
export class SessionCharge {
  readonly account: Account;
  readonly tally: Tally;
  readonly #meter: Meter;
  readonly #priceOf: PriceOfModel;
  readonly #transcripts = new Map<string, Transcripts>();
  #covering = false;
  #again = false;

  constructor(meter: Meter, account: Account, tally: Tally, priceOf: PriceOfModel) {
    this.#meter = meter;
    this.account = { ...account, price: flatPrice(account.price) };
    this.tally = tally;
    this.#priceOf = priceOf;
  }

  /** An event of the host. Throws a GatewayError when the session asks for what this caller cannot be charged for. */
  read(event: Json): void {
    this.tally.read(event);
    const { model, price } = this.account;
    const transcriber = this.tally.transcriptionModel;
    if (transcriber !== undefined) this.#transcriptsOf(transcriber);
    if (event.type !== 'conversation.item.input_audio_transcription.completed') return;
    const usage = readTranscriptUsage(event.usage);
    // A host that does not say who wrote it down is paid like the session.
    if (usage)
      this.#transcriptsOf(transcriber ?? model, transcriber === undefined ? price : undefined).tally.add(usage);
  }

  /** Holds what was used and what comes next may use. False: the balance is used up. */
  async cover(): Promise<GatewayError | undefined> {
    this.#again = true;
    // Whoever is at it looks again, and answers.
    if (this.#covering) return undefined;
    this.#covering = true;
    try {
      while (this.#again) {
        this.#again = false;
        const refusal = await this.#holdAll();
        if (refusal) return refusal;
      }
      return undefined;
    } finally {
      this.#covering = false;
    }
  }

  /** Writes down what it has cost so far. */
  note(standing: SessionStanding): void {
    for (const part of this.#parts()) {
      const used = part.tally.used();
      if (used.counted !== 'none') this.#meter.note(part.account, { ...this.#standing(part, standing), ...used });
    }
  }

  /** The final word. `written` is called when no charge can be lost any more. */
  settle(standing: SessionStanding, written: () => void): void {
    for (const part of this.#transcripts.values()) {
      const used = part.tally.used();
      if (used.counted === 'none') this.#meter.release(part.account);
      else this.#meter.settle(part.account, { ...this.#standing(part, standing), ...used }, () => {});
    }
    this.#meter.settle(this.account, { ...standing, ...this.tally.used() }, written);
  }

  async #holdAll(): Promise<GatewayError | undefined> {
    for (const { account, tally } of this.#parts()) {
      const { tokens, counted } = tally.used();
      const charge = counted === 'none' ? 0 : priceOf(account.price, tokens, account.startedAt);
      const amount = charge + ceiling(account.price, tally.expected());
      const refusal = await this.#meter.extend(account, amount);
      // Nobody said no: it goes on within what is held, and is asked about again.
      if (refusal && !(refusal.code === 'unavailable' && charge <= account.reserved)) return refusal;
    }
    return undefined;
  }

  #transcriptsOf(model: string, price = this.#priceOf(model)): Transcripts {
    let transcripts = this.#transcripts.get(model);
    if (!transcripts) {
      // Limits on rate, concurrency and successes count the session, once.
      const caller = { ...this.account.caller, scopes: [] };
      const account: Account = {
        ...this.account,
        requestId: uuidv7(),
        caller,
        model,
        operation: 'audio/transcriptions',
        price,
        startedAt: Date.now(),
        begunAt: performance.now(),
        reserved: 0,
        countsSuccess: false,
      };
      transcripts = { account, tally: new TranscriptTally() };
      this.#transcripts.set(model, transcripts);
    }
    return transcripts;
  }

  #parts(): Part[] {
    return [this, ...this.#transcripts.values()];
  }

  /** The upstream's name is that of the session's model. */
  #standing(part: Part, { upstreamModel, ...standing }: SessionStanding): SessionStanding {
    return part === this && upstreamModel !== undefined ? { ...standing, upstreamModel } : standing;
  }
}
