/** How large an installation is. */
export interface Size {
  readonly users: number;
  readonly keys: number;
  readonly channels: number;
  /** Of the usage log, each with its row in the journal and its share of the sums. */
  readonly logRows: number;
}

export const SMALL: Size = { users: 10, keys: 100, channels: 10, logRows: 100 };

/** What grows, by the name that `--only` takes. `part`: of the sizes that are promised. */
export function largeSizes(part: number): Readonly<Record<string, Size>> {
  const keys = { users: 100_000 * part, keys: 1_000_000 * part };
  const channels = { channels: 10_000 * part };
  const log = { logRows: 10_000_000 * part };
  return {
    keys: { ...SMALL, ...keys },
    channels: { ...SMALL, ...channels },
    log: { ...SMALL, ...log },
    all: { ...keys, ...channels, ...log },
  };
}
