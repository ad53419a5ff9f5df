import type { Json } from './canonical.ts';

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A value that should be a text, as one: '' when it is missing, JSON when it is something else. Unlike `String` it cannot throw: an
 * object that came over the wire may have a member called toString.
 */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
