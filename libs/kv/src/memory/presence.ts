import type { Presence } from '../kv.ts';

/** The relays of one process. `now` answers milliseconds since the epoch. */
export class MemoryPresence implements Presence {
  private readonly expiresAt = new Map<string, number>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  async beat(id: string, ttlMs: number): Promise<number> {
    this.expiresAt.set(id, this.now() + ttlMs);
    return (await this.present()).length;
  }

  async leave(id: string): Promise<void> {
    this.expiresAt.delete(id);
  }

  async present(): Promise<string[]> {
    const now = this.now();
    for (const [relay, expiresAt] of this.expiresAt) {
      if (expiresAt <= now) this.expiresAt.delete(relay);
    }
    return [...this.expiresAt.keys()];
  }
}
