import type { AssistantPart, FilePart, Json, Message, TextPart } from '../../dialects/canonical.ts';
import { joinText } from '../../dialects/join-text.ts';
import { badRequest } from '../../errors.ts';

/**
 * User and assistant take turns, and the user speaks first and last: neighbours of one role are joined, gaps are filled with a
 * word. A call and its result keep roles of their own.
 */
export function writeMessages(messages: readonly Message[]): { messages: Json[]; system: string } {
  const system: string[] = [];
  const written: Json[] = [];
  const add = (message: Json & { content: string }) => {
    const last = written.at(-1);
    const joins = last && last.role === message.role && !last.function_call && !message.function_call;
    if (joins) last.content = `${last.content}\n${message.content}`;
    else written.push(message);
  };
  const names = new Map<string, string>();
  for (const { role, parts } of messages) {
    if (role === 'system') system.push(joinText(parts));
    else if (role === 'tool') {
      for (const { id, name = names.get(id) ?? '', content } of parts) {
        written.push({ role: 'function', name, content: textOf(content) });
      }
    } else {
      if (role === 'assistant' && written.length === 0) add({ role: 'user', content: '...' });
      add({ role, content: textOf(parts), ...(role === 'assistant' && writeCall(parts, names)) });
    }
  }
  const last = written.at(-1)?.role;
  if (last !== 'user' && last !== 'function') add({ role: 'user', content: '...' });
  return { messages: written, system: system.join('\n') };
}

/** One call a turn is all there is. */
function writeCall(parts: readonly AssistantPart[], names: Map<string, string>): Json {
  const calls = parts.filter((part) => part.type === 'tool-call');
  for (const { id, name } of calls) names.set(id, name);
  const [first] = calls;
  return first ? { function_call: { name: first.name, arguments: first.arguments } } : {};
}

function textOf(parts: readonly (TextPart | FilePart | AssistantPart)[]): string {
  if (parts.some(({ type }) => type === 'file')) throw badRequest('This model reads text only.', 'messages');
  return joinText(parts);
}
