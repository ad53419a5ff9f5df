import type { Presence } from '../kv.ts';
import type { RedisClock } from './clock.ts';
import type { RedisClient } from './connection.ts';
import { loadScript, type Script } from './script.ts';

const KEY = 'relays';

export class RedisPresence implements Presence {
  private readonly redis: RedisClient;
  private readonly clock: RedisClock;
  private readonly script: Script;

  constructor(redis: RedisClient, clock: RedisClock) {
    this.redis = redis;
    this.clock = clock;
    this.script = loadScript(redis, 'presence/beat.1.lua', ['now.lua']);
  }

  async beat(id: string, ttlMs: number): Promise<number> {
    return (await this.script([KEY], this.clock.argument(), id, ttlMs)) as number;
  }

  async leave(id: string): Promise<void> {
    await this.redis.zrem(KEY, id);
  }
}
