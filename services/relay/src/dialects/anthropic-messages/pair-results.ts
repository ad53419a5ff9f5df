import type { Json } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import type { Turn } from './write-messages.ts';

/**
 * Results at the head of the turn behind their calls, one for each call. A call without a result gets an empty one, a
 * result without a call becomes text: either would be refused.
 */
export function pairResults(turns: readonly Turn[], warn: Warn): Turn[] {
  const paired: Turn[] = [];
  for (const turn of turns) {
    const calls = callsOf(paired.at(-1));
    if (turn.role === 'user') {
      paired.push({ role: 'user', content: arrange(turn.content, calls, warn) });
    } else {
      if (calls.length > 0) paired.push({ role: 'user', content: arrange([], calls, warn) });
      paired.push(turn);
    }
  }
  const open = callsOf(paired.at(-1));
  if (open.length > 0) paired.push({ role: 'user', content: arrange([], open, warn) });
  return paired;
}

function arrange(blocks: readonly Json[], calls: readonly unknown[], warn: Warn): Json[] {
  const unanswered = new Set(calls);
  const results: Json[] = [];
  const others: Json[] = [];
  for (const block of blocks) {
    if (block.type !== 'tool_result') others.push(block);
    else if (unanswered.delete(block.tool_use_id)) results.push(block);
    else {
      warn('messages', 'a result answers no call of the turn before it: sent as text');
      others.push({ type: 'text', text: 'Result of a tool:' }, ...((block.content as Json[] | undefined) ?? []));
    }
  }
  return [...results, ...[...unanswered].map(unansweredResult), ...others];
}

function unansweredResult(id: unknown): Json {
  return { type: 'tool_result', tool_use_id: id, content: '(no result)' };
}

function callsOf(turn: Turn | undefined): unknown[] {
  if (turn?.role !== 'assistant') return [];
  return turn.content.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
}
