import type { Candidate } from './candidates.ts';

/** Candidates of one priority, prepared so that one is drawn without a look at the others, however many there are. */
export class Tier {
  readonly candidates: readonly Candidate[];
  /** Of the weights, up to and with each candidate; where none has a weight, all have the same. */
  readonly #sums: Float64Array;
  #byChannel: Map<number, Candidate> | undefined;

  constructor(candidates: readonly Candidate[]) {
    this.candidates = candidates;
    const weighted = candidates.some(({ weight }) => weight > 0);
    let sum = 0;
    this.#sums = Float64Array.from(candidates, ({ weight }) => {
      sum += weighted ? weight : 1;
      return sum;
    });
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
    return this.candidates[from] as Candidate;
  }

  /** That of a channel. */
  of(channelId: number): Candidate | undefined {
    // Made when it is first asked for: only conversations that have a name need it.
    this.#byChannel ??= new Map(this.candidates.map((candidate) => [candidate.channel.id, candidate]));
    return this.#byChannel.get(channelId);
  }
}
