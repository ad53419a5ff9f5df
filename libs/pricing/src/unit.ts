import type { PriceCard } from './card.ts';

/** What is counted: tokens, calls (requests, images), whole seconds of sound or video, or characters to speak. */
export type Unit = 'tokens' | 'calls' | 'seconds' | 'characters';

/** What a card charges by: the first fixed price that it has, else tokens. */
export function unitOf({ perCall, perSecond, perMinute, perMillionCharacters }: Omit<PriceCard, 'next'>): Unit {
  if (perCall !== undefined) return 'calls';
  if (perSecond !== undefined || perMinute !== undefined) return 'seconds';
  return perMillionCharacters === undefined ? 'tokens' : 'characters';
}
