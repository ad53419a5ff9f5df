import type { Message } from '../canonical.ts';
import { queuesBy } from '../queues-by.ts';

/**
 * Results directly behind the turn that called for them, in the order of the calls: items may come in any order, other
 * dialects are strict. A result that nobody called for stays where it is.
 */
export function orderResults(messages: readonly Message[]): Message[] {
  const called = new Set(
    messages.flatMap((message) =>
      message.role === 'assistant' ? message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])) : [],
    ),
  );
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.parts : []));
  // Ids may come again in later turns: the first result belongs to the first call.
  const waiting = queuesBy(results, ({ id }) => id);
  return messages.flatMap((message): Message[] => {
    if (message.role === 'tool') {
      const parts = message.parts.filter(({ id }) => !called.has(id));
      return parts.length > 0 ? [{ role: 'tool', parts }] : [];
    }
    if (message.role !== 'assistant') return [message];
    const parts = message.parts.flatMap((part) =>
      part.type === 'tool-call' ? (waiting.get(part.id)?.pop() ?? []) : [],
    );
    return parts.length > 0 ? [message, { role: 'tool', parts }] : [message];
  });
}
