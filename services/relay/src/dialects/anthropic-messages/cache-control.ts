import type { CacheControl, Json } from '../canonical.ts';
import { isObject } from '../json.ts';

export function readCacheControl(value: unknown): CacheControl | undefined {
  if (!isObject(value)) return undefined;
  return value.ttl === '5m' || value.ttl === '1h' ? { ttl: value.ttl } : {};
}

/** The member for a block or tool; nothing when it is no border of the cache. */
export function writeCacheControl(control: CacheControl | undefined): { cache_control?: Json } {
  return control ? { cache_control: { type: 'ephemeral', ...control } } : {};
}
