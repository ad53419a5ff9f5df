import { open, seal } from './envelope.ts';
import type { SealingKey } from './keys.ts';

/** A secret option as it is stored. Empty stays empty: it is not set. */
export function sealOption(optionKey: SealingKey, name: string, value: string): string {
  return value === '' ? '' : seal(optionKey, value, placeOf(name));
}

/** The secret that was stored. Throws a sentence that does not hold it. */
export function openOption(optionKey: SealingKey, name: string, sealed: string): string {
  return sealed === '' ? '' : open(optionKey, sealed, placeOf(name));
}

function placeOf(name: string) {
  return { table: 'options', id: name, field: 'value' };
}
