import type { Presence } from '../kv.ts';

export class MemoryPresence implements Presence {
  private readonly expiresAt = new Map<string, number>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  async beat(id: string, ttlMs: number): Promise<number> {
    const now = this.now();
    this.expiresAt.set(id, now + ttlMs);
    for (const [relay, expiresAt] of this.expiresAt) {
      if (expiresAt <= now) this.expiresAt.delete(relay);
    }
    return this.expiresAt.size;
  }

  async leave(id: string): Promise<void> {
    this.expiresAt.delete(id);
  }
}
