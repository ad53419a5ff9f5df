import type { Json } from '../../../dialects/canonical.ts';
import { isObject } from '../../../dialects/json.ts';
import { fold } from '../../known-names.ts';

/** An account filter without the speed, which is chosen, and paid for, by the path. undefined: it is none. */
export function withoutModes(filter: unknown): Json | undefined {
  if (!isObject(filter)) return undefined;
  // Proxies that read names in any case exist.
  return Object.fromEntries(Object.entries(filter).filter(([name]) => fold(name) !== 'MODES'));
}
