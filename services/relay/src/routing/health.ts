import { ChannelKey } from './channel-key.ts';

/**
 * Whether a channel can be trusted with a model: a circuit breaker over a rolling window, opened by failures and tried
 * again by one request at a time until the host begins to answer one.
 */
export class Health {
  #failures = 0;
  #successes = 0;
  /** In seconds: V8 keeps integers of 32 bits in their place, and others elsewhere, where each first look is waited for. */
  #windowStart = 0;
  #openUntil = 0;
  #openForMs = firstOpenMs;
  #probing = false;
  /** A probe has its first byte: whether the host can end an answer is still to be seen. */
  #answering = false;

  /** May the next request go here? */
  mayBeAsked(nowMs: number): boolean {
    return this.#openUntil === 0 || (nowMs >= this.#openUntil && !this.#probing);
  }

  /** The same for the request that then goes: claims the probe when the breaker is half open. */
  admit(nowMs: number): boolean {
    if (!this.mayBeAsked(nowMs)) return false;
    this.#probing = this.#openUntil !== 0 && !this.#answering;
    return true;
  }

  /** An answer has begun. Others need not wait for the end of a probe, which may take minutes; a failure opens the breaker again. */
  answered(): void {
    if (!this.#probing) return;
    this.#probing = false;
    this.#answering = true;
  }

  /** True when this closed an open breaker. */
  succeed(nowMs: number): boolean {
    // An answer to what was asked before the breaker opened says nothing about now.
    if (nowMs < this.#openUntil) return false;
    const recovered = this.#openUntil !== 0;
    this.#openUntil = 0;
    this.#probing = false;
    this.#answering = false;
    this.#openForMs = firstOpenMs;
    this.#roll(nowMs);
    this.#successes++;
    return recovered;
  }

  /** True when this opened a closed breaker. */
  fail(nowMs: number): boolean {
    // Of what was asked before it opened: the pause has begun, and is not for each of them.
    if (nowMs < this.#openUntil) return false;
    this.#roll(nowMs);
    this.#failures++;
    if (this.#openUntil !== 0) {
      this.#openForMs = Math.min(this.#openForMs * 2, longestOpenMs);
      this.#open(nowMs, this.#openForMs);
      return false;
    }
    if (this.#failures < leastFailures || this.#failures < this.#successes) return false;
    this.#open(nowMs, this.#openForMs);
    return true;
  }

  /** The upstream asked for a pause (Retry-After): no failure, but no traffic either. */
  pause(nowMs: number, forMs: number): void {
    this.#open(nowMs, Math.min(forMs, longestOpenMs));
  }

  /** A request that was admitted ended without saying anything about the channel. */
  release(): void {
    this.#probing = false;
  }

  /** Until when it is passed over, in epoch milliseconds; undefined while it may be asked. */
  openUntil(nowMs: number): number | undefined {
    return nowMs < this.#openUntil ? this.#openUntil : undefined;
  }

  #open(nowMs: number, forMs: number): void {
    this.#openUntil = Math.max(this.#openUntil, nowMs + forMs);
    this.#probing = false;
    this.#answering = false;
  }

  #roll(nowMs: number): void {
    const now = Math.floor(nowMs / 1_000);
    if (now - this.#windowStart < windowSeconds) return;
    this.#windowStart = now;
    this.#failures = 0;
    this.#successes = 0;
  }
}

const windowSeconds = 30;
const leastFailures = 5;
const firstOpenMs = 10_000;
const longestOpenMs = 300_000;

/** Health of every channel and model that was ever used, and what rests among their keys; survives new snapshots. */
export class HealthRegistry {
  readonly #byChannel = new Map<number, Map<string, Health>>();
  readonly #keys = new Map<number, ChannelKey>();

  of(channelId: number, model: string): Health {
    let models = this.#byChannel.get(channelId);
    if (!models) {
      models = new Map();
      this.#byChannel.set(channelId, models);
    }
    let health = models.get(model);
    if (!health) {
      health = new Health();
      models.set(model, health);
    }
    return health;
  }

  /** One of the keys of a channel that has several. */
  key(id: number): ChannelKey {
    let key = this.#keys.get(id);
    if (!key) {
      key = new ChannelKey(id);
      this.#keys.set(id, key);
    }
    return key;
  }

  /** Channels that are passed over for some of their models, with the number of these. */
  *open(nowMs: number): Iterable<readonly [channelId: number, models: number]> {
    for (const [channelId, models] of this.#byChannel) {
      let open = 0;
      for (const health of models.values()) if (!health.mayBeAsked(nowMs)) open++;
      if (open > 0) yield [channelId, open];
    }
  }

  /** Forgets channels and keys that are gone or were switched off. */
  keep(channelIds: ReadonlySet<number>, keyIds: ReadonlySet<number>): void {
    for (const id of this.#byChannel.keys()) if (!channelIds.has(id)) this.#byChannel.delete(id);
    for (const id of this.#keys.keys()) if (!keyIds.has(id)) this.#keys.delete(id);
  }
}
