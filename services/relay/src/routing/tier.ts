import { AliasTable } from './alias-table.ts';
import type { Candidate } from './candidates.ts';

/** Candidates of one priority, prepared so that one is drawn without a look at the others, however many there are. */
export class Tier {
  readonly #make: (index: number) => Candidate;
  readonly #made: (Candidate | undefined)[];
  readonly #byWeight: AliasTable;
  #byChannel: Map<number, Candidate> | undefined;

  /**
   * `make`: the candidate that has the weight at an index. It is asked for when the candidate is first needed: of thousands of accounts with a
   * hundred models each, few of all their pairs ever are.
   */
  constructor(weights: readonly number[], make: (index: number) => Candidate) {
    this.#make = make;
    this.#made = new Array(weights.length);
    this.#byWeight = new AliasTable(weights);
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
    return this.at(this.#byWeight.draw(random));
  }

  /** That of a channel. */
  of(channelId: number): Candidate | undefined {
    // Made when it is first asked for: only conversations that have a name need it.
    this.#byChannel ??= new Map(this.candidates.map((candidate) => [candidate.channel.id, candidate]));
    return this.#byChannel.get(channelId);
  }
}
