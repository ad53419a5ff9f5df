/** Limits on how often and how much, shared by all instances. */
export interface Limiter {
  /**
   * Fixed window counter for the console (sign-in, search, mail): counts one hit unless the window is full.
   * `retryAfterMs` is the time until the window ends; 0 when allowed.
   */
  hit(key: string, limit: number, windowMs: number): Promise<{ allowed: boolean; retryAfterMs: number }>;

  /**
   * Uncounts one hit of the window that runs now, for what counts only when it succeeds. One that was counted in a window
   * that has ended meanwhile is taken from the present one: a window then lets one more through than its limit.
   */
  takeBack(key: string): Promise<void>;

  /** Forgets a window, for example the failures of an account after a success. */
  reset(key: string): Promise<void>;

  /**
   * Admits one relay request under all its limits, or none: requests and tokens per minute (sliding over two
   * buckets of one minute) and requests under way. Scopes are those of one user, so one atomic step is possible.
   * A request that was admitted and not released is admitted again without being counted twice.
   */
  admit(request: AdmitRequest): Promise<AdmitResult>;

  /**
   * Ends a request: frees its concurrency slot and corrects the tokens counted for it to `tokens`, up or down.
   * Repeatable, and without effect once the slot has expired.
   */
  release(userId: number, requestId: string, tokens: number): Promise<void>;
}

export interface AdmitRequest {
  readonly userId: number;
  readonly requestId: string;
  /** Estimated tokens of the request; corrected at release. */
  readonly tokens: number;
  /** A slot not released by then (milliseconds since the epoch) is free again: its relay has died. */
  readonly expiresAt: number;
  readonly scopes: readonly LimitScope[];
}

/** Limits of the user (`user`) or of one token (`token:<id>`); absent means unlimited. Names have no spaces. */
export interface LimitScope {
  readonly name: string;
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly concurrency?: number;
}

export type AdmitResult =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly scope: string;
      readonly limit: 'requests_per_minute' | 'tokens_per_minute' | 'concurrency';
      readonly retryAfterMs: number;
    };
