import type { BodyEdit } from '../../providers/patch.ts';
import { isObject } from '../json.ts';
import { packedBytes } from '../packed-signature.ts';
import { parseJson } from '../parse-json.ts';

/** Leaves thinking out that a model of another maker did earlier in the conversation: its signature would be refused. */
export function dropForeignThinking(edit: BodyEdit): void {
  if (!edit.includes('messages', packedBytes)) return;
  const messages = parseJson(edit.text('messages') ?? '');
  if (Array.isArray(messages)) edit.put('messages', JSON.stringify(messages.flatMap(withoutForeign)));
}

/** A turn of nothing else goes altogether. */
function withoutForeign(message: unknown): unknown[] {
  if (!isObject(message) || !Array.isArray(message.content)) return [message];
  const content = message.content.filter((block) => !isForeign(block));
  if (content.length === message.content.length) return [message];
  return content.length > 0 ? [{ ...message, content }] : [];
}

function isForeign(block: unknown): boolean {
  if (!isObject(block) || block.type !== 'thinking') return false;
  return JSON.stringify(block.signature ?? null).startsWith(packedBytes.toString());
}
