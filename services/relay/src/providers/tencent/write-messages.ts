import type { AssistantPart, FilePart, Json, Message, TextPart } from '../../dialects/canonical.ts';
import { joinText } from '../../dialects/join-text.ts';
import { badRequest } from '../../errors.ts';

const mostMessages = 40;

/**
 * One system message first; then user and assistant take turns, results of tools between, and the last word is not the
 * assistant's. Nothing is empty. Throws a GatewayError (400) for more messages than there may be.
 */
export function writeMessages(messages: readonly Message[]): Json[] {
  const system = joinText(messages.flatMap((message) => (message.role === 'system' ? message.parts : [])));
  const written: Json[] = system === '' ? [] : [{ Role: 'system', Content: system }];
  for (const message of messages) {
    if (message.role === 'tool') {
      for (const { id, content } of message.parts) {
        written.push({ Role: 'tool', ToolCallId: id, Content: joinText(content) || '...' });
      }
    } else if (message.role !== 'system') join(written, { Role: message.role, ...writeContent(message.parts) });
  }
  if (written.at(-1)?.Role === 'assistant') written.push({ Role: 'user', Content: '...' });
  if (written.length > mostMessages) {
    throw badRequest(`This model reads at most ${mostMessages} messages.`, 'messages');
  }
  return written;
}

function join(written: Json[], message: Json): void {
  const last = written.at(-1);
  if (message.Content === '' && !message.Contents && !message.ToolCalls) return;
  const plain = (one: Json | undefined) => one !== undefined && typeof one.Content === 'string' && !one.ToolCalls;
  if (last && last.Role === message.Role && plain(last) && plain(message)) {
    last.Content = `${last.Content}\n${message.Content}`;
  } else written.push(message);
}

function writeContent(parts: readonly (TextPart | FilePart | AssistantPart)[]): Json {
  const calls = parts.filter((part) => part.type === 'tool-call');
  const files = parts.filter((part) => part.type === 'file');
  if (files.length === 0) {
    return {
      Content: joinText(parts),
      ...(calls.length > 0 && {
        ToolCalls: calls.map(({ id, name, arguments: text }) => ({
          Id: id,
          Type: 'function',
          Function: { Name: name, Arguments: text },
        })),
      }),
    };
  }
  return {
    Contents: parts.flatMap((part): Json[] => {
      if (part.type === 'text') return [{ Type: 'text', Text: part.text }];
      return part.type === 'file' ? [{ Type: 'image_url', ImageUrl: { Url: imageUrl(part) } }] : [];
    }),
  };
}

function imageUrl({ mediaType, source }: FilePart): string {
  if (!mediaType.startsWith('image/') || source.kind === 'id') {
    throw badRequest('This model reads text and pictures only, pictures by address or as data URL.', 'messages');
  }
  return source.kind === 'url' ? source.url : `data:${mediaType};base64,${source.base64}`;
}
