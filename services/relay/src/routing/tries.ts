import type { ChannelTry } from '@switchyard/contracts';
import { type Candidate, choose, type Route } from './candidates.ts';

/** Where a request may go. */
export interface Itinerary {
  readonly route: Route;
  /** Most channels tried after the first. */
  readonly retries: number;
  /** The channel that knows the conversation. */
  readonly preferred?: number | undefined;
}

/** Which channels one request was sent to, and which one is next. */
export class Tries {
  readonly #itinerary: Itinerary;
  readonly #chosen: number[] = [];
  readonly #made: ChannelTry[] = [];

  constructor(itinerary: Itinerary) {
    this.#itinerary = itinerary;
  }

  /** Those that were made, oldest first. */
  get made(): readonly ChannelTry[] {
    return this.#made;
  }

  /** Another channel may be tried, if there is one. */
  get open(): boolean {
    return this.#made.length <= this.#itinerary.retries;
  }

  /** A channel that was not chosen yet; its probe is claimed, so its health must hear how it went. */
  next(): Candidate | undefined {
    const { route, preferred } = this.#itinerary;
    const candidate = choose(route, this.#chosen, Date.now(), Math.random(), preferred);
    if (candidate) this.#chosen.push(candidate.channel.id);
    return candidate;
  }

  /** `status`: of the answer's head; 0 when there was none. */
  note({ channel }: Candidate, status: number, startedAt: number): void {
    this.#made.push({ channelId: channel.id, status, durationMs: Date.now() - startedAt });
  }
}
