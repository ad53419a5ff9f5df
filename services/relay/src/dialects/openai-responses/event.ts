import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';

/** A named event; the name stands in the data again. */
export function writeEvent(data: Json & { readonly type: string }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The number of the event behind this one; 0 for the first. */
export function sequenceBehind(last: unknown): number {
  return isObject(last) && typeof last.sequence_number === 'number' ? last.sequence_number + 1 : 0;
}
