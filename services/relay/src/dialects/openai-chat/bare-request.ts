import type { ChatRequest, Message, Tool } from '../canonical.ts';

/** The request without what other makers added to OpenAI's format: reasoning, signatures, marks of the cached prefix. */
export function bareRequest({ cacheControl: _, ...request }: ChatRequest): ChatRequest {
  return { ...request, messages: request.messages.flatMap(bareMessage), tools: request.tools.map(bare<Tool>) };
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

function bare<Part extends object>(part: Part): Part {
  const { cacheControl: _, signature: __, ...rest } = part as Part & { cacheControl?: unknown; signature?: unknown };
  return rest as unknown as Part;
}
