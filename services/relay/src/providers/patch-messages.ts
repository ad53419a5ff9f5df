import type { Json } from '../dialects/canonical.ts';
import { isObject } from '../dialects/json.ts';
import { badRequest } from '../errors.ts';
import type { Patch } from './patch.ts';
import type { Target } from './provider.ts';

/**
 * Changes the messages of an OpenAI chat. Most have nothing to change: those without `mark` in their text are not
 * parsed.
 */
export function rewriteMessages(mark: string, rewrite: (messages: Json[], target: Target) => Json[]): Patch {
  const bytes = Buffer.from(mark);
  return (edit, target) => {
    if (!edit.includes('messages', bytes)) return;
    const messages: unknown = JSON.parse(edit.text('messages') ?? '[]');
    if (!Array.isArray(messages) || !messages.every(isObject)) return;
    edit.put('messages', JSON.stringify(rewrite(messages, target)));
  };
}

/** Only OpenAI knows the role `developer`. */
export const developerToSystem = rewriteMessages('"developer"', (messages) =>
  messages.map((message) => (message.role === 'developer' ? { ...message, role: 'system' } : message)),
);

/** For hosts that read text alone, in one piece. Refuses all else. */
export const plainContent = rewriteMessages('"content"', (messages) =>
  messages.map((message) =>
    Array.isArray(message.content) ? { ...message, content: message.content.map(textOf).join('\n') } : message,
  ),
);

function textOf(part: unknown): string {
  if (isObject(part) && typeof part.text === 'string') return part.text;
  throw badRequest('This model reads text only.', 'messages');
}
