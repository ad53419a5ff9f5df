import type { OptionSaving } from '../api.ts';
import { type OptionState, sentText } from './draft.ts';

/** ModelRatio moves the prices that the other two multiply. */
const later: readonly string[] = ['CompletionRatio', 'CacheRatio'];

/**
 * In this order the server's rules hold at every step: switches go off before what they need is taken away, and on after
 * it is there.
 */
function savingOrder(states: readonly OptionState[]): readonly OptionState[] {
  return [...states].sort((a, b) => stepOf(a) - stepOf(b));
}

/** The changed settings as they are sent, in `savingOrder`. */
export function savingsOf(states: readonly OptionState[]): readonly OptionSaving[] {
  return savingOrder(states).flatMap((state) => {
    const { draft, field } = state;
    if (draft === undefined) return [];
    const saving = { key: field.key, value: draft.clear ? '' : sentText(state), version: draft.version };
    return [draft.clear ? { ...saving, clear: true } : saving];
  });
}

function stepOf({ field, definition, text }: OptionState): number {
  const isSwitch = definition?.kind === 'boolean' || field.needs !== undefined;
  if (!isSwitch) return later.includes(field.key) ? 2 : 1;
  return text === 'false' || text === '' ? 0 : 3;
}
