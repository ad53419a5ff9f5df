import { hashTokenKey } from '@switchyard/crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from './caller.ts';
import { DigestIndex } from './digest-index.ts';
import type { Credential } from './key.ts';

/** Reads a caller from the truth; undefined when no token has this hash. */
export type LoadCaller = (keyHash: Buffer) => Promise<Caller | undefined>;

interface Entry {
  readonly caller: Caller;
  /** By the clock of `performance`. */
  readonly loadedAt: number;
}

const known = 50_000;
const unknown = 10_000;
const unknownTtlMs = 2_000;
/** Changes arrive as notices; this bounds how long a lost notice matters. */
const refreshAfterMs = 60_000;
/** A key that rested for so long is looked up before it is used. */
const restedAfterMs = 120_000;
const retryAfterMs = 5_000;

/** Callers by key, in memory. A record that can no longer be checked stays valid while Postgres is away. */
export class Directory {
  readonly #load: LoadCaller;
  readonly #pepper: Uint8Array;
  readonly #entries = new LRUCache<string, Entry>({
    max: known,
    dispose: ({ caller }, digest) => {
      this.#byToken.remove(caller.tokenId, digest);
      this.#byUser.remove(caller.userId, digest);
    },
  });
  /** Notices come with every payment: none may go through all that is known. */
  readonly #byToken = new DigestIndex();
  readonly #byUser = new DigestIndex();
  readonly #unknown = new LRUCache<string, true>({ max: unknown, ttl: unknownTtlMs });
  readonly #loading = new Map<string, Promise<Caller | undefined>>();
  /** Raised by every notice, so that a load that was under way meanwhile is not kept. */
  #changes = 0;

  constructor(load: LoadCaller, pepper: Uint8Array) {
    this.#load = load;
    this.#pepper = pepper;
  }

  /** The caller at once when known, a promise when it must be read, undefined for a key that nobody has. */
  find({ presented: { key }, digest }: Credential): Caller | Promise<Caller | undefined> | undefined {
    const entry = this.#entries.get(digest);
    if (entry) {
      const ageMs = performance.now() - entry.loadedAt;
      if (ageMs > restedAfterMs) return this.#read(digest, key).catch(() => this.#keepOn(digest, entry));
      if (ageMs > refreshAfterMs) this.#refresh(digest, key, entry);
      return entry.caller;
    }
    if (this.#unknown.has(digest)) return undefined;
    return this.#read(digest, key);
  }

  forgetToken(tokenId: number): void {
    this.#forget(this.#byToken.of(tokenId));
  }

  forgetUser(userId: number): void {
    this.#forget(this.#byUser.of(userId));
  }

  #forget(digests: readonly string[]): void {
    this.#changes++;
    for (const digest of digests) this.#entries.delete(digest);
  }

  #keep(digest: string, entry: Entry): void {
    this.#entries.set(digest, entry);
    // After what was there before has been taken out of them.
    this.#byToken.add(entry.caller.tokenId, digest);
    this.#byUser.add(entry.caller.userId, digest);
  }

  #read(digest: string, key: string): Promise<Caller | undefined> {
    const underWay = this.#loading.get(digest);
    if (underWay) return underWay;
    const changes = this.#changes;
    const reading = this.#load(hashTokenKey(this.#pepper, key))
      .then((caller) => {
        if (!caller) {
          this.#entries.delete(digest);
          this.#unknown.set(digest, true);
        } else if (changes === this.#changes) {
          this.#keep(digest, { caller, loadedAt: performance.now() });
        }
        return caller;
      })
      .finally(() => this.#loading.delete(digest));
    this.#loading.set(digest, reading);
    return reading;
  }

  /** In the background: the caller of this request is served by what is known. */
  #refresh(digest: string, key: string, entry: Entry): void {
    this.#keepOn(digest, entry);
    this.#read(digest, key).catch(() => {});
  }

  /** It stays in use until it can be checked, which is tried again soon. */
  #keepOn(digest: string, entry: Entry): Caller {
    this.#keep(digest, { ...entry, loadedAt: performance.now() - refreshAfterMs + retryAfterMs });
    return entry.caller;
  }
}
