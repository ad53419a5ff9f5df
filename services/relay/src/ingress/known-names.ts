/**
 * Names of members that mean something here, told from the same names with other small and capital letters: hosts in Go read all
 * of them alike, and the last one counts.
 */
export class KnownNames {
  readonly #byFold: ReadonlyMap<string, string>;
  /** Of those that have capital letters. */
  readonly #mixedLengths: ReadonlySet<number>;

  constructor(names: readonly string[]) {
    this.#byFold = new Map(names.map((name) => [fold(name), name]));
    this.#mixedLengths = new Set(names.filter((name) => /[A-Z]/.test(name)).map(({ length }) => length));
  }

  /** The known name that a host may take this one for; undefined for a known name itself, as for all others. */
  meant(name: string): string | undefined {
    const known = this.#byFold.get(fold(name));
    return known === name ? undefined : known;
  }

  /** Whether `meant` is worth asking of the name in `body[start..end)`: of most it is not, and every request has some. */
  mayMean(body: Buffer, start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (!isSmall(body[i] as number)) return true;
    return this.#mixedLengths.has(end - start);
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
