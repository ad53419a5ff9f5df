import type { Redis } from 'ioredis';
import type { Epoch } from '../kv.ts';

const KEY = 'epoch';

export class RedisEpoch implements Epoch {
  private readonly redis: Redis;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  async read(): Promise<string | undefined> {
    return (await this.redis.get(KEY)) ?? undefined;
  }

  async open(mark: string): Promise<string> {
    return (await this.redis.set(KEY, mark, 'NX', 'GET')) ?? mark;
  }
}
