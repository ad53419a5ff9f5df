import type { Presence } from '../kv.ts';
import type { RedisClock } from './clock.ts';
import type { RedisClient } from './connection.ts';
import { loadScript, type Script } from './script.ts';

const KEY = 'relays';

/** The relays that share this Redis, by its clock. Rejects when Redis does not answer. */
export class RedisPresence implements Presence {
  private readonly redis: RedisClient;
  private readonly clock: RedisClock;
  private readonly beating: Script;
  private readonly listing: Script;

  constructor(redis: RedisClient, clock: RedisClock) {
    this.redis = redis;
    this.clock = clock;
    this.beating = loadScript(redis, 'presence/beat.1.lua', ['now.lua']);
    this.listing = loadScript(redis, 'presence/present.1.lua', ['now.lua']);
  }

  async beat(id: string, ttlMs: number): Promise<number> {
    return (await this.beating([KEY], this.clock.argument(), id, ttlMs)) as number;
  }

  async leave(id: string): Promise<void> {
    await this.redis.zrem(KEY, id);
  }

  async present(): Promise<string[]> {
    return (await this.listing([KEY], this.clock.argument())) as string[];
  }
}
