import type { ChatRequest, Message } from '../canonical.ts';
import { longestName, shorten } from '../shorten.ts';

/** Chats take less for the id of a call than for other names. */
const longestCallId = 40;

type Change = <Part extends object>(part: Part) => Part;

/**
 * The request as OpenAI takes it: names within its limits, and without what other makers added to its format, which are
 * reasoning, signatures and marks of the cached prefix.
 */
export function bareRequest({ cacheControl: _, user, cacheKey, ...request }: ChatRequest): ChatRequest {
  return {
    ...request,
    ...(user !== undefined && { user: shorten(user, longestName) }),
    ...(cacheKey !== undefined && { cacheKey: shorten(cacheKey, longestName) }),
    messages: request.messages.flatMap(withoutReasoning).map((message) => change(message, bare)),
    tools: request.tools.map(bare),
  };
}

/** The request without marks of the cached prefix: hosts that cache by themselves may refuse them. */
export function unmarkedRequest({ cacheControl: _, ...request }: ChatRequest): ChatRequest {
  return {
    ...request,
    messages: request.messages.map((message) => change(message, unmarked)),
    tools: request.tools.map(unmarked),
  };
}

/** A turn of nothing but reasoning says nothing. */
function withoutReasoning(message: Message): Message[] {
  if (message.role !== 'assistant') return [message];
  const parts = message.parts.filter(({ type }) => type !== 'reasoning');
  return parts.length > 0 ? [{ ...message, parts }] : [];
}

function change(message: Message, each: Change): Message {
  switch (message.role) {
    case 'assistant':
      return { ...message, parts: message.parts.map(each) };
    case 'user':
      return { ...message, parts: message.parts.map(each) };
    case 'system':
      return { ...message, parts: message.parts.map(each) };
    case 'tool':
      return { ...message, parts: message.parts.map((part) => ({ ...each(part), content: part.content.map(each) })) };
  }
}

type Extras = { readonly id?: string; readonly cacheControl?: unknown; readonly signature?: unknown };

function bare<Part extends object>(part: Part): Part {
  const { cacheControl: _, signature: __, ...rest } = part as Part & Extras;
  const { id } = part as Extras;
  return { ...rest, ...(id !== undefined && { id: shorten(id, longestCallId) }) } as unknown as Part;
}

function unmarked<Part extends object>(part: Part): Part {
  const { cacheControl: _, ...rest } = part as Part & Extras;
  return rest as unknown as Part;
}
