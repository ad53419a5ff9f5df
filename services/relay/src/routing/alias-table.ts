/**
 * Draws indexes by weight in one look, however many there are: each has a column as wide as all others, and what its weight leaves free of
 * it belongs to one other (Vose, A linear algorithm for generating random numbers with a given distribution, 1991).
 */
export class AliasTable {
  /** Of each column the share that is its own, and whose the rest is: side by side, since a first look at a place in memory is waited for. */
  readonly #columns: Float64Array;

  /** `weights`: of which some may be 0; where all are, all have the same. At least one. */
  constructor(weights: readonly number[]) {
    const { length } = weights;
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const shares = Float64Array.from(weights, (weight) => (total > 0 ? (weight * length) / total : 1));
    const columns = new Float64Array(2 * length);
    const [narrow, wide]: [number[], number[]] = [[], []];
    for (const [index, share] of shares.entries()) (share < 1 ? narrow : wide).push(index);
    while (narrow.length > 0 && wide.length > 0) {
      const [index, other] = [narrow.pop() as number, wide.at(-1) as number];
      const share = shares[index] as number;
      columns[2 * index] = share;
      columns[2 * index + 1] = other;
      const left = (shares[other] as number) - (1 - share);
      shares[other] = left;
      if (left < 1) narrow.push(wide.pop() as number);
    }
    // Their shares are 1, but for what was lost in rounding.
    for (const index of [...narrow, ...wide]) columns[2 * index] = 1;
    this.#columns = columns;
  }

  /** `random` is in [0, 1). */
  draw(random: number): number {
    const columns = this.#columns;
    const place = (random * columns.length) / 2;
    const column = Math.floor(place);
    return place - column < (columns[2 * column] as number) ? column : (columns[2 * column + 1] as number);
  }
}
