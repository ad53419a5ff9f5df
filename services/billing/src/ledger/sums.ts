/** Figures per row, each begun at zero; iterating gives the rows with their key. */
export class Sums<Key extends object, Figures extends object> {
  readonly #zero: Figures;
  readonly #rows = new Map<string, Key & Figures>();

  constructor(zero: Figures) {
    this.#zero = zero;
  }

  /** The figures of a row, to be changed in place. */
  of(key: Key): Figures {
    const name = JSON.stringify(Object.values(key));
    let row = this.#rows.get(name);
    if (!row) {
      row = { ...key, ...this.#zero };
      this.#rows.set(name, row);
    }
    return row;
  }

  [Symbol.iterator](): IterableIterator<Key & Figures> {
    return this.#rows.values();
  }
}
