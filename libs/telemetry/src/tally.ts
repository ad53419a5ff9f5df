/** Observations counted in buckets, as plain numbers: to add one allocates nothing. */
export class Tally {
  readonly #bounds: readonly number[];
  /** Observations by bucket; the last one is for those beyond every bound. */
  readonly counts: Float64Array;
  sum = 0;

  /** `bounds`: the greatest value of each bucket, ascending. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  add(value: number): void {
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] as number)) bucket++;
    this.counts[bucket] = (this.counts[bucket] as number) + 1;
    this.sum += value;
  }
}
