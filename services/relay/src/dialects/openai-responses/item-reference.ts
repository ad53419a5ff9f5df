import { isObject } from '../json.ts';

/** What stands in every reference to an item. */
export const referenceBytes = Buffer.from('"item_reference"');

/** Whether an item only names one that OpenAI would have stored. */
export function isReference(item: unknown): boolean {
  return isObject(item) && item.type === 'item_reference';
}

/** A model does without its earlier reasoning: such a reference may be left out. */
export function isReasoningReference(item: unknown): boolean {
  return isObject(item) && item.type === 'item_reference' && typeof item.id === 'string' && item.id.startsWith('rs_');
}
