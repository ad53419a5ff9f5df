import type { Json } from '../canonical.ts';
import type { CutReason } from '../dialect.ts';
import { isObject } from '../json.ts';

/** An event as Anthropic frames it: its type is its name. */
export function writeEvent(event: Json & { readonly type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Ends a stream as an answer that reached max_tokens, or was refused, ends. `last`: its newest event, which tells the open block. */
export function writeCut(last: unknown, reason: CutReason): string {
  const open = isObject(last) && (last.type === 'content_block_start' || last.type === 'content_block_delta');
  return [
    open ? writeEvent({ type: 'content_block_stop', index: last.index ?? 0 }) : '',
    writeEvent({
      type: 'message_delta',
      delta: { stop_reason: reason === 'length' ? 'max_tokens' : 'refusal', stop_sequence: null },
      usage: { output_tokens: 0 },
    }),
    writeEvent({ type: 'message_stop' }),
  ].join('');
}
