import type { Watched } from './watch.ts';

/** Where a scenario plays. */
export interface Stage {
  /** What the scenarios read from their environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Notes what the processes of the gateway have used so far; the answer says what they used since, for each answer. */
  watchCost(): () => string[];
  /** Reads what a long run may wear out until it is called; undefined where it cannot be read. */
  readonly watch?: () => () => Promise<Watched>;
  /** Compares what was charged with what was delivered; answers lines that say so, and throws when they differ. */
  checkMoney(): Promise<string[]>;
  stop(): Promise<void>;
}
