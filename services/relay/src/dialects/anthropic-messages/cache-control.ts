import type { CacheControl, Json } from '../canonical.ts';

/** The member for a block or tool; nothing when it is no border of the cache. */
export function writeCacheControl(control: CacheControl | undefined): { cache_control?: Json } {
  return control ? { cache_control: { type: 'ephemeral', ...control } } : {};
}
