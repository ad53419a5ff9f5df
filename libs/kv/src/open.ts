import type { Kv } from './kv.ts';
import { memoryKv } from './memory/kv.ts';
import { redisKv } from './redis/kv.ts';

/** Redis when an address is given, else the memory of this process. Fails with a sentence that names REDIS_URL. */
export async function openKv(options: { readonly redisUrl?: string; readonly prefix?: string }): Promise<Kv> {
  return options.redisUrl === undefined ? memoryKv() : redisKv(options.redisUrl, options.prefix);
}
