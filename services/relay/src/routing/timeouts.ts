/** How long a channel's upstream is waited for. */
export interface Timeouts {
  readonly connectMs: number;
  readonly firstByteMs: number;
  /** The same for an answer that is not streamed, where the first byte is the end. */
  readonly wholeAnswerMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
}

export const defaultTimeouts: Timeouts = {
  connectMs: 10_000,
  firstByteMs: 300_000,
  // Official clients wait for ten minutes: a host that is as late would never be seen to be.
  wholeAnswerMs: 570_000,
  idleMs: 120_000,
  totalMs: 3_600_000,
};

/** Those that a channel has of its own, and the others. Channels without any share them. */
export function withDefaults(own: Partial<Omit<Timeouts, 'wholeAnswerMs'>> | undefined): Timeouts {
  if (!own) return defaultTimeouts;
  return { ...defaultTimeouts, ...own, wholeAnswerMs: own.firstByteMs ?? defaultTimeouts.wholeAnswerMs };
}
