import type { AssistantPart, ChatRequest, FilePart, Json, Message, TextPart } from '../../dialects/canonical.ts';
import type { Warn } from '../../dialects/dialect.ts';
import { joinText } from '../../dialects/join-text.ts';
import { newId } from '../../dialects/new-id.ts';
import { seldomTaken, type Unused, warnUnused } from '../../dialects/warn-unused.ts';
import { badRequest } from '../../errors.ts';

const unused: readonly Unused[] = [
  ...seldomTaken,
  'responseFormat',
  'reasoning',
  'maxTokens',
  'presencePenalty',
  'frequencyPenalty',
  'topK',
  'seed',
  'stop',
  'choices',
];

/** The third version's chats: text alone, without tools. The model stands in the address. */
export function writeRequest(request: ChatRequest, warn: Warn): Json {
  warnUnused(request, unused, warn);
  if (request.tools.length > 0) warn('tools', 'this model calls none');
  return {
    prompt: request.messages.flatMap(writeMessage),
    ...(request.temperature !== undefined && { temperature: inside(request.temperature) }),
    ...(request.topP !== undefined && { top_p: inside(request.topP) }),
    request_id: newId(),
    incremental: true,
  };
}

/** There is no system role: its text is said by the user, and agreed to. */
function writeMessage({ role, parts }: Message): Json[] {
  if (role === 'tool') throw badRequest('This model knows no tools.', 'messages');
  const content = textOf(parts);
  if (role === 'system')
    return [
      { role: 'user', content },
      { role: 'assistant', content: 'ok' },
    ];
  return [{ role, content }];
}

function textOf(parts: readonly (TextPart | FilePart | AssistantPart)[]): string {
  if (parts.some(({ type }) => type === 'file')) throw badRequest('This model reads text only.', 'messages');
  return joinText(parts);
}

/** Both limits are refused. */
function inside(value: number): number {
  return Math.min(0.99, Math.max(0.01, value));
}
