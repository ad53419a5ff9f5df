import type { OptionSaving } from '../api.ts';
import { priceKeys } from '../prices/price-rows.ts';
import { type OptionState, sentText } from './draft.ts';
import { savingOrder } from './saving-order.ts';

/** Stands for the reason of a price map that was not tried, because one before it was refused. */
export const heldBack = Symbol('held back');

/**
 * Saves each changed setting with a call of its own, and answers what was refused and why, by key. The price maps have one
 * version together, which each of their changes raises. They hold one change: a new input price stands in all of them, and
 * a part of it would sell the output at another price than anybody typed. After a refusal no further one is tried.
 */
export async function saveInOrder(
  states: readonly OptionState[],
  save: (saving: OptionSaving) => Promise<number>,
): Promise<ReadonlyMap<string, unknown>> {
  const refused = new Map<string, unknown>();
  let priceVersion: number | undefined;
  let isPriceRefused = false;
  for (const state of savingOrder(states)) {
    const { draft, field } = state;
    if (draft === undefined) continue;
    const isPrice = (priceKeys as readonly string[]).includes(field.key);
    if (isPrice && isPriceRefused) {
      refused.set(field.key, heldBack);
      continue;
    }
    const version = (isPrice ? priceVersion : undefined) ?? draft.version;
    const saving = { key: field.key, value: draft.clear ? '' : sentText(state), version };
    try {
      const saved = await save(draft.clear ? { ...saving, clear: true } : saving);
      if (isPrice) priceVersion = saved;
    } catch (error) {
      refused.set(field.key, error);
      isPriceRefused ||= isPrice;
    }
  }
  return refused;
}
