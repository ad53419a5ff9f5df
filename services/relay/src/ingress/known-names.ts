/**
 * Names of members that mean something here, told from the same names with other small and capital letters: hosts in Go read all
 * of them alike, and the last one counts.
 */
export class KnownNames {
  readonly #byFold: ReadonlyMap<string, string>;
  readonly #told: ReadonlySet<string>;
  /** First letters, by length, of names that may be of note though all their letters are small. */
  readonly #initials: ReadonlyMap<number, string>;

  /** `told`: those of them that are of note as they are, too. */
  constructor(names: readonly string[], told: readonly string[] = []) {
    this.#byFold = new Map(names.map((name) => [fold(name), name]));
    this.#told = new Set(told);
    const initials = new Map<number, string>();
    for (const name of [...told, ...names.filter((name) => /[A-Z]/.test(name))])
      initials.set(name.length, (initials.get(name.length) ?? '') + name.charAt(0).toLowerCase());
    this.#initials = initials;
  }

  /** The known name that a host may take this one for; undefined for a known name itself, as for all others. */
  meant(name: string): string | undefined {
    const known = this.#byFold.get(fold(name));
    return known === name ? undefined : known;
  }

  /** Whether a host may take this name for a known one, or it is one that is told. */
  isNotable(name: string): boolean {
    return this.#told.has(name) || this.meant(name) !== undefined;
  }

  /** Whether `isNotable` is worth asking of the name in `body[start..end)`: of most it is not, and every request has some. */
  mayBeNotable(body: Buffer, start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (!isSmall(body[i] as number)) return true;
    return this.#initials.get(end - start)?.includes(String.fromCharCode(body[start] as number)) === true;
  }
}

/** As hosts compare names: also ſ is an S, and the sign for Kelvin a K. */
export function fold(name: string): string {
  return name.toLowerCase().toUpperCase();
}

/** Of a to z, a digit or an underscore. */
function isSmall(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f || (byte >= 0x30 && byte <= 0x39);
}
