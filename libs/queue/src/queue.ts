/** Jobs on a schedule, shared by all processes with the same store. */
export interface Queue {
  /** For the start-up line: `redis` or `postgres`. */
  readonly description: string;
  /** Sets the schedules up again, for a store that was emptied. What stands already stays as it is. */
  restore(): Promise<void>;
  /** Takes no further job and resolves when the running one has ended. */
  close(): Promise<void>;
}

/** Work that comes due again and again. Each time, one process runs it. */
export interface Job {
  readonly name: string;
  readonly schedule: Schedule;
  /**
   * Must bear being run twice: again after a rejection (up to five times, 1, 2, 4 and 8 s apart) or when its process
   * died, and beside itself in another process when it takes longer than its interval.
   */
  readonly run: () => Promise<void>;
}

/** `everyMs`: at multiples of this many milliseconds since the first start, beginning at once. `cron`: five fields, UTC. */
export type Schedule = { readonly everyMs: number } | { readonly cron: string };

export interface QueueSettings {
  /** REDIS_URL; absent or empty: the jobs live in Postgres. */
  readonly redisUrl?: string | undefined;
  /** DATABASE_URL; used without Redis. The tables get a schema of their own, made at the first start. */
  readonly databaseUrl: string;
  /** Begins every Redis key: keeps installations (and tests) on one Redis apart. */
  readonly prefix?: string | undefined;
  /** Told of failed jobs and lost connections. Never holds a secret. */
  readonly warn?: ((message: string) => void) | undefined;
}
