/** Digests of keys by an id: that of their token, or of its owner. */
export class DigestIndex {
  readonly #digests = new Map<number, Set<string>>();

  add(id: number, digest: string): void {
    const digests = this.#digests.get(id);
    if (digests) digests.add(digest);
    else this.#digests.set(id, new Set([digest]));
  }

  remove(id: number, digest: string): void {
    const digests = this.#digests.get(id);
    if (digests?.delete(digest) && digests.size === 0) this.#digests.delete(id);
  }

  /** Those at this moment: they may be removed meanwhile. */
  of(id: number): string[] {
    return [...(this.#digests.get(id) ?? [])];
  }
}
