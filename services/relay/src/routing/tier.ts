import type { Candidate } from './candidates.ts';

/** Candidates of one priority, prepared so that one is drawn without a look at the others, however many there are. */
export class Tier {
  readonly #make: (index: number) => Candidate;
  readonly #made: (Candidate | undefined)[];
  /** Of the weights, up to and with each candidate; where none has a weight, all have the same. */
  readonly #sums: Float64Array;
  #byChannel: Map<number, Candidate> | undefined;

  /**
   * `make`: the candidate that has the weight at an index. It is asked for when the candidate is first needed: of thousands of accounts with a
   * hundred models each, few of all their pairs ever are.
   */
  constructor(weights: readonly number[], make: (index: number) => Candidate) {
    this.#make = make;
    this.#made = new Array(weights.length);
    const weighted = weights.some((weight) => weight > 0);
    let sum = 0;
    this.#sums = Float64Array.from(weights, (weight) => {
      sum += weighted ? weight : 1;
      return sum;
    });
  }

  static of(candidates: readonly Candidate[]): Tier {
    const weights = candidates.map(({ weight }) => weight);
    return new Tier(weights, (index) => candidates[index] as Candidate);
  }

  get size(): number {
    return this.#made.length;
  }

  at(index: number): Candidate {
    this.#made[index] ??= this.#make(index);
    return this.#made[index];
  }

  /** All of them. */
  get candidates(): readonly Candidate[] {
    return Array.from(this.#made, (_, index) => this.at(index));
  }

  /** One by weight; `random` is in [0, 1). */
  draw(random: number): Candidate {
    const sums = this.#sums;
    const mark = random * (sums[sums.length - 1] as number);
    let [from, to] = [0, sums.length - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sums[middle] as number) > mark) to = middle;
      else from = middle + 1;
    }
    return this.at(from);
  }

  /** That of a channel. */
  of(channelId: number): Candidate | undefined {
    // Made when it is first asked for: only conversations that have a name need it.
    this.#byChannel ??= new Map(this.candidates.map((candidate) => [candidate.channel.id, candidate]));
    return this.#byChannel.get(channelId);
  }
}
