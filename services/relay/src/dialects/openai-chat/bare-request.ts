import type { ChatRequest, Message, Tool } from '../canonical.ts';
import { longestName, shorten } from '../shorten.ts';

/** Chats take less for the id of a call than for other names. */
const longestCallId = 40;

/**
 * The request as OpenAI takes it: names within its limits, and without what other makers added to its format, which are
 * reasoning, signatures and marks of the cached prefix.
 */
export function bareRequest({ cacheControl: _, user, cacheKey, ...request }: ChatRequest): ChatRequest {
  return {
    ...request,
    ...(user !== undefined && { user: shorten(user, longestName) }),
    ...(cacheKey !== undefined && { cacheKey: shorten(cacheKey, longestName) }),
    messages: request.messages.flatMap(bareMessage),
    tools: request.tools.map(bare<Tool>),
  };
}

/** A turn of nothing but reasoning says nothing. */
function bareMessage(message: Message): Message[] {
  switch (message.role) {
    case 'assistant': {
      const parts = message.parts.filter(({ type }) => type !== 'reasoning').map(bare);
      return parts.length > 0 ? [{ ...message, parts }] : [];
    }
    case 'user':
      return [{ ...message, parts: message.parts.map(bare) }];
    case 'system':
      return [{ ...message, parts: message.parts.map(bare) }];
    case 'tool':
      return [{ ...message, parts: message.parts.map((part) => ({ ...bare(part), content: part.content.map(bare) })) }];
  }
}

type Extras = { readonly id?: string; readonly cacheControl?: unknown; readonly signature?: unknown };

function bare<Part extends object>(part: Part): Part {
  const { cacheControl: _, signature: __, ...rest } = part as Part & Extras;
  const { id } = part as Extras;
  return { ...rest, ...(id !== undefined && { id: shorten(id, longestCallId) }) } as unknown as Part;
}
