import type { PriceSource } from './api.ts';

/** Where a price map is to come from, as it is typed. */
export interface TypedSource {
  readonly way: 'address' | 'text';
  readonly text: string;
}

/** Undefined: nothing was typed. */
export function sourceOf({ way, text }: TypedSource): PriceSource | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return way === 'address' ? { address: trimmed } : { map: text };
}
