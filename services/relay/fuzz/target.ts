/** A reader of bytes that others write, and what must hold whatever they wrote. */
export interface Target {
  readonly name: string;
  /** Ends of the addresses of the modules whose blocks guide the search. */
  readonly modules: readonly string[];
  /** Where the search begins. */
  readonly seeds: readonly (string | Buffer)[];
  /** What is put in now and then. */
  readonly words: readonly (string | Buffer)[];
  /** Longest input. */
  readonly longest: number;
  /** Throws when something does not hold. `below` answers a whole number below its argument, the same for the same run. */
  check(input: Buffer, below: (limit: number) => number): void | Promise<void>;
}
