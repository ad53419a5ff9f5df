import { chatCompletions } from './chat-completions.ts';
import type { Dialect } from './dialect.ts';
import { generateContent } from './generate-content.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

/** In the order in which they are offered; the first is the usual one. */
export const dialects: readonly [Dialect, ...Dialect[]] = [chatCompletions, responses, messages, generateContent];

export function dialectNamed(name: string | null): Dialect {
  return dialects.find((dialect) => dialect.name === name) ?? dialects[0];
}
