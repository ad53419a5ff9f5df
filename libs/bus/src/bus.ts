/** Transport between services: durable usage events and passing notices. Chosen once, by NATS_URL. */
export interface Bus {
  /** For the start-up line: `in-process` or `nats <host>`. Never a password. */
  readonly description: string;
  /** False for in-process: then all services run in this process. */
  readonly shared: boolean;

  /**
   * Stores a message of usage events. Resolves when the stream has it (NATS) or when the consumer has
   * processed it (in-process: there is no stream, so the publisher's spool keeps it until then).
   * Rejects when that cannot be said within `timeoutMs` (default 5000); the message may arrive all the same.
   * Publishing again under the same id is harmless. The bytes must not be changed afterwards.
   */
  publishUsage(message: Uint8Array, messageId: string, timeoutMs?: number): Promise<void>;

  /**
   * Hands batches of messages to `handle` until stopped; one batch at a time, in no particular order. A batch is
   * acknowledged when `handle` resolves and redelivered, after a growing pause, when it rejects.
   */
  consumeUsage(
    handle: (batch: readonly UsageMessage[]) => Promise<void>,
    options?: BatchOptions,
  ): Promise<Subscription>;

  /**
   * Once `acknowledged` reaches a `stored` that was read earlier, everything stored by that time has been handled.
   * Both count from the beginning again when the stream was lost and made anew: who waits for an earlier `stored`
   * must also stop waiting when `stored` falls below it.
   */
  usageProgress(): Promise<UsageProgress>;

  /**
   * Tells whoever listens now; rejects when that is impossible. Nothing is stored: listeners also have a slower way
   * to notice.
   */
  notify(subject: string, payload: string): Promise<void>;
  /** `subject` may end in `.*` (one further word). What `handle` throws is reported and forgotten. */
  listen(subject: string, handle: (subject: string, payload: string) => void): Promise<Subscription>;

  /** Rejects when the bus cannot be used now. */
  ping(): Promise<void>;
  /** Stops all subscriptions as `stop` does, then lets go of the connection. */
  close(): Promise<void>;
}

export interface UsageMessage {
  readonly data: Uint8Array;
  /** 1 at first delivery. */
  readonly deliveries: number;
}

export interface UsageProgress {
  readonly stored: number;
  readonly acknowledged: number;
}

export interface BatchOptions {
  /** Most messages in a batch (default 100: the relay puts up to 100 events into one message). */
  readonly maxMessages?: number;
  /** How long to gather a batch after its first message, in milliseconds (default 50). */
  readonly maxWaitMs?: number;
}

export interface Subscription {
  /** Resolves when no handler runs any more. */
  stop(): Promise<void>;
}
