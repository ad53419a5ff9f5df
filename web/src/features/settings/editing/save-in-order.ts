import type { OptionSaving } from '../api.ts';
import { priceKeys } from '../prices/price-rows.ts';
import { type OptionState, sentText } from './draft.ts';
import { savingOrder } from './saving-order.ts';

/**
 * Saves each changed setting with a call of its own, and answers what was refused, by key. The price maps have one
 * version together, which each of their changes raises.
 */
export async function saveInOrder(
  states: readonly OptionState[],
  save: (saving: OptionSaving) => Promise<number>,
): Promise<ReadonlyMap<string, unknown>> {
  const refused = new Map<string, unknown>();
  let priceVersion: number | undefined;
  for (const state of savingOrder(states)) {
    const { draft, field } = state;
    if (draft === undefined) continue;
    const isPrice = (priceKeys as readonly string[]).includes(field.key);
    const version = (isPrice ? priceVersion : undefined) ?? draft.version;
    const saving = { key: field.key, value: draft.clear ? '' : sentText(state), version };
    try {
      const saved = await save(draft.clear ? { ...saving, clear: true } : saving);
      if (isPrice) priceVersion = saved;
    } catch (error) {
      refused.set(field.key, error);
    }
  }
  return refused;
}
