/** What values beyond the cap are counted under. */
export const otherLabel = 'other';

/** Admits so many values of a label and calls all further ones `other`: whoever stores the series must not run out of memory. */
export class LabelCap {
  readonly #most: number;
  readonly #admitted = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  admit(value: string): string {
    if (this.#admitted.has(value)) return value;
    if (this.#admitted.size >= this.#most) return otherLabel;
    this.#admitted.add(value);
    return value;
  }
}
