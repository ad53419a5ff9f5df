import type { OptionState } from './draft.ts';

/** ModelRatio moves the prices that the other two multiply. */
const later: readonly string[] = ['CompletionRatio', 'CacheRatio'];

/**
 * In this order the server's rules hold at every step: switches go off before what they need is taken away, and on after
 * it is there.
 */
export function savingOrder(states: readonly OptionState[]): readonly OptionState[] {
  return [...states].sort((a, b) => stepOf(a) - stepOf(b));
}

function stepOf({ field, definition, text }: OptionState): number {
  const isSwitch = definition?.kind === 'boolean' || field.needs !== undefined;
  if (!isSwitch) return later.includes(field.key) ? 2 : 1;
  return text === 'false' || text === '' ? 0 : 3;
}
