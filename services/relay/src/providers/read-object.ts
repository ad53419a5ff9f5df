import type { Json } from '../dialects/canonical.ts';
import { asText, isObject } from '../dialects/json.ts';

/** The JSON object in an answer; undefined when it is none. */
export function readObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A member as text; '' when it is neither text nor a number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? asText(value) : '';
}
