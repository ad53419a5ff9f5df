import type { BodyEdit } from '../../providers/patch.ts';
import { isObject } from '../json.ts';
import { packedBytes } from '../packed-signature.ts';
import { parseJson } from '../parse-json.ts';

/** Leaves reasoning out that a model of another maker did earlier in the conversation: its proof would be refused. */
export function dropForeignProofs(edit: BodyEdit): void {
  if (!edit.includes('input', packedBytes)) return;
  const input = parseJson(edit.text('input') ?? '');
  if (Array.isArray(input)) edit.put('input', JSON.stringify(input.filter((item) => !isForeign(item))));
}

function isForeign(item: unknown): boolean {
  if (!isObject(item) || item.type !== 'reasoning') return false;
  return JSON.stringify(item.encrypted_content ?? null).startsWith(packedBytes.toString());
}
