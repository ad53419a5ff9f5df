import { isText } from '../shape.ts';

export type Block = Record<string, unknown> & { readonly type: string };

export interface Turn {
  readonly role: 'user' | 'assistant' | 'system';
  readonly blocks: readonly Block[];
}

/** Messages with their contents as blocks; neighbours of one role are one turn, as the real one merges them. */
export function mergeTurns(messages: readonly { role: Turn['role']; content: unknown }[]): Turn[] {
  const turns: { role: Turn['role']; blocks: Block[] }[] = [];
  for (const { role, content } of messages) {
    const blocks = isText(content) ? [{ type: 'text', text: content }] : (content as Block[]);
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...blocks);
    else turns.push({ role, blocks: [...blocks] });
  }
  return turns;
}
