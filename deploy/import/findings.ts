const shownOfEach = 20;

/** What an operator must know of an import: what collides, and what is not carried and why. */
export class Findings {
  readonly #found = new Map<string, string[]>();
  readonly #left = new Map<string, number>();

  /** A row is carried, but not as it was. */
  changed(what: string, which: string): void {
    this.#found.set(what, [...(this.#found.get(what) ?? []), which]);
  }

  /** A row of a kind is not carried. */
  left(kind: string, why: string, which: string): void {
    this.#left.set(kind, (this.#left.get(kind) ?? 0) + 1);
    this.changed(`${kind} not carried: ${why}`, which);
  }

  /** How many rows of a kind are not carried. */
  leftOf(kind: string): number {
    return this.#left.get(kind) ?? 0;
  }

  lines(): string[] {
    return [...this.#found].flatMap(([what, which]) => {
      const more = which.length > shownOfEach ? [`    and ${which.length - shownOfEach} more`] : [];
      return [`${what} (${which.length})`, ...which.slice(0, shownOfEach).map((one) => `    ${one}`), ...more];
    });
  }
}
