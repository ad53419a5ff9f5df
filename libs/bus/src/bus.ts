/** Transport between services: durable usage events and passing notices. Chosen once, by NATS_URL. */
export interface Bus {
  /** For the start-up line: `in-process` or `nats <host>`. Never a password. */
  readonly description: string;
  readonly shared: boolean;

  /**
   * Stores a message of usage events. Resolves when the stream has it (NATS) or when the consumer has
   * processed it (in-process: there is no stream, so the publisher's spool keeps it until then).
   * Rejects when that cannot be said within `timeoutMs`; publishing again under the same id is harmless.
   */
  publishUsage(message: Uint8Array, messageId: string, timeoutMs?: number): Promise<void>;

  /**
   * Hands batches of messages to `handle` until stopped; one batch at a time. A batch is acknowledged when
   * `handle` resolves and redelivered (after a growing pause) when it rejects.
   */
  consumeUsage(
    handle: (batch: readonly UsageMessage[]) => Promise<void>,
    options?: BatchOptions,
  ): Promise<Subscription>;

  /** Messages stored and acknowledged so far: the backlog is `stored − acknowledged`. */
  usageProgress(): Promise<{ readonly stored: number; readonly acknowledged: number }>;

  /** Tells whoever listens now. Nothing is stored: listeners also have a slower way to notice. */
  notify(subject: string, payload: string): Promise<void>;
  /** `subject` may end in `.*` (one further word). */
  listen(subject: string, handle: (subject: string, payload: string) => void): Promise<Subscription>;

  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface UsageMessage {
  readonly data: Uint8Array;
  /** 1 at first delivery. */
  readonly deliveries: number;
}

export interface BatchOptions {
  /** Most messages in a batch (default 50: the relay puts up to 100 events into one message). */
  readonly maxMessages?: number;
  /** How long to gather a batch, in milliseconds (default 50). */
  readonly maxWaitMs?: number;
}

export interface Subscription {
  /** Resolves when no handler runs any more. */
  stop(): Promise<void>;
}
