import type { CacheControl } from './canonical.ts';
import { isObject } from './json.ts';

/** Where a client marks the end of a prefix that is to be cached; undefined for anything but a mark. */
export function readCacheControl(value: unknown): CacheControl | undefined {
  if (!isObject(value)) return undefined;
  return value.ttl === '5m' || value.ttl === '1h' ? { ttl: value.ttl } : {};
}
