/** Changes inputs at random, always the same way for the same seed. */
export class Mutator {
  #state: number;
  readonly #words: readonly Buffer[];

  constructor(seed: number, words: readonly (string | Buffer)[]) {
    this.#state = seed >>> 0 || 1;
    this.#words = words.map((word) => Buffer.from(word));
  }

  /** A whole number from 0 to below `limit` (xorshift32). */
  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    this.#state >>>= 0;
    return this.#state % Math.max(1, limit);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** One input made of another by up to eight changes; `others` lend their parts. */
  mutate(input: Buffer, others: readonly Buffer[], longest: number): Buffer {
    let bytes = input;
    for (let turns = 1 + this.below(8); turns > 0; turns--) bytes = this.#change(bytes, others);
    return bytes.subarray(0, longest);
  }

  #change(bytes: Buffer, others: readonly Buffer[]): Buffer {
    const at = this.below(bytes.length + 1);
    const length = this.below(this.below(4) === 0 ? bytes.length : 9);
    const [before, behind] = [bytes.subarray(0, at), bytes.subarray(at)];
    switch (this.below(8)) {
      case 0:
        return Buffer.concat([before, behind.subarray(length)]);
      case 1:
        return Buffer.concat([before, behind.subarray(0, length), behind]);
      case 2: {
        const other = this.pick(others);
        const from = this.below(other.length);
        return Buffer.concat([before, other.subarray(from, from + length * 4), behind]);
      }
      case 3:
      case 4:
        return Buffer.concat([before, this.pick(this.#words), behind]);
      case 5:
        return Buffer.concat([before, this.pick(this.#words), behind.subarray(length)]);
      case 6:
        return Buffer.concat([before, Buffer.from([this.below(256)]), behind]);
      default: {
        const copy = Buffer.from(bytes);
        if (copy.length > 0) copy[at % copy.length] = (copy[at % copy.length] as number) ^ (1 << this.below(8));
        return copy;
      }
    }
  }
}
