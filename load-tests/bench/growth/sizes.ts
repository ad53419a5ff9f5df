/** How large an installation is. */
export interface Size {
  readonly users: number;
  readonly keys: number;
  readonly channels: number;
  /** Of the usage log, each with its row in the journal and its share of the sums. */
  readonly logRows: number;
}

export const SMALL: Size = { users: 10, keys: 100, channels: 10, logRows: 100 };

const KEYS = { users: 100_000, keys: 1_000_000 };
const CHANNELS = { channels: 10_000 };
const LOG = { logRows: 10_000_000 };

/** What grows, by the name that `--only` takes. */
export const LARGE: Readonly<Record<string, Size>> = {
  keys: { ...SMALL, ...KEYS },
  channels: { ...SMALL, ...CHANNELS },
  log: { ...SMALL, ...LOG },
  all: { ...KEYS, ...CHANNELS, ...LOG },
};
