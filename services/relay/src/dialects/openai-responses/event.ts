import type { Json } from '../canonical.ts';

/** A named event; the name stands in the data again. */
export function writeEvent(data: Json & { readonly type: string }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
