import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface AccessToken {
  readonly token: string;
  /** From now on. */
  readonly lifeMs: number;
}

interface Kept {
  readonly token: string;
  readonly refreshAt: number;
  readonly expiresAt: number;
}

const mostAccounts = 1_000;

/**
 * Tokens that an account's key is exchanged for: asked for once by all who wait, and anew `earlyMs` before they expire,
 * while the old one still serves. A failure is not kept.
 */
export class AccessTokens {
  readonly #earlyMs: number;
  readonly #now: () => number;
  readonly #kept = new LRUCache<string, Kept>({ max: mostAccounts });
  readonly #asked = new Map<string, Promise<string>>();

  constructor(earlyMs: number, now: () => number = Date.now) {
    this.#earlyMs = earlyMs;
    this.#now = now;
  }

  /** The token for an account's key: at once when there is one. Rejects with what `ask` throws. */
  get(key: string, ask: () => Promise<AccessToken>): string | Promise<string> {
    const account = createHash('sha256').update(key).digest('base64');
    const kept = this.#kept.get(account);
    const now = this.#now();
    if (kept && now < kept.refreshAt) return kept.token;
    const asked = this.#asked.get(account) ?? this.#ask(account, ask);
    if (!kept || now >= kept.expiresAt) return asked;
    // The next call asks again; this one is served.
    asked.catch(() => {});
    return kept.token;
  }

  #ask(account: string, ask: () => Promise<AccessToken>): Promise<string> {
    const asked = ask()
      .then(({ token, lifeMs }) => {
        const now = this.#now();
        const refreshAt = now + Math.max(lifeMs - this.#earlyMs, lifeMs / 2);
        this.#kept.set(account, { token, refreshAt, expiresAt: now + lifeMs });
        return token;
      })
      .finally(() => this.#asked.delete(account));
    this.#asked.set(account, asked);
    return asked;
  }
}
