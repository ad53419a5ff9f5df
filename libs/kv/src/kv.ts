import type { Limiter } from './limiter.ts';
import type { Wallet } from './wallet.ts';

/** Shared state that need not survive a restart of everything. Chosen once, by REDIS_URL. */
export interface Kv {
  /** For the start-up line: `memory` or `redis <host>`. Never a password. */
  readonly description: string;
  /** False for memory: then exactly one relay may run. */
  readonly shared: boolean;
  readonly wallet: Wallet;
  readonly limiter: Limiter;
  readonly epoch: Epoch;
  readonly relays: Presence;
  /** Rejects when the store does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A mark that vanishes with the store's content. While it is missing no cold balance is loaded and no hold
 * grows: charges on their way to the journal are not in any balance that could be read.
 */
export interface Epoch {
  read(): Promise<string | undefined>;
  /** Sets the mark unless it is set, and answers the one that stands. Only billing calls it. */
  open(mark: string): Promise<string>;
}

/** Which relays are alive, to share balances among them. */
export interface Presence {
  /** Says that `id` lives for `ttlMs` more; answers how many do, itself included. */
  beat(id: string, ttlMs: number): Promise<number>;
  leave(id: string): Promise<void>;
  /** The ids of those that live. */
  present(): Promise<string[]>;
}
