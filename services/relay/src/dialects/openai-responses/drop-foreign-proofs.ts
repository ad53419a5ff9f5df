import type { BodyEdit } from '../../providers/patch.ts';
import { isObject } from '../json.ts';
import { packedBytes } from '../packed-signature.ts';
import { parseJson } from '../parse-json.ts';
import { isReasoningReference, referenceBytes } from './item-reference.ts';

/**
 * Leaves reasoning out that would be refused: that of another maker's model earlier in the conversation, and what a client
 * takes for stored.
 */
export function dropForeignProofs(edit: BodyEdit): void {
  if (!edit.includes('input', packedBytes) && !edit.includes('input', referenceBytes)) return;
  const input = parseJson(edit.text('input') ?? '');
  if (Array.isArray(input))
    edit.put('input', JSON.stringify(input.filter((item) => !isForeign(item) && !isReasoningReference(item))));
}

function isForeign(item: unknown): boolean {
  if (!isObject(item) || item.type !== 'reasoning') return false;
  return JSON.stringify(item.encrypted_content ?? null).startsWith(packedBytes.toString());
}
