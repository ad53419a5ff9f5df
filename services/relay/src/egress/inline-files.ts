import type { AssistantPart, ChatRequest, FilePart, Message, TextPart, ToolResultPart } from '../dialects/canonical.ts';
import { badRequest } from '../errors.ts';
import type { InlineFile } from './request-files.ts';

type AnyPart = AssistantPart | TextPart | FilePart | ToolResultPart;

const mostFiles = 32;
/** Addresses of other kinds are read by the upstream that knows them, if any does. */
const fetched = /^https?:\/\//i;

/** Whether a chat names files by their address. */
export function hasFileUrls(chat: ChatRequest): boolean {
  return chat.messages.some((message) => filesOf(message.parts).length > 0);
}

/** The chat with the bytes of its files instead of their addresses. */
export async function inlineFiles(chat: ChatRequest, read: (url: string) => Promise<InlineFile>): Promise<ChatRequest> {
  const urls = [...new Set(chat.messages.flatMap((message) => filesOf(message.parts)))];
  if (urls.length > mostFiles) throw badRequest(`A request may name at most ${mostFiles} files by their address.`);
  const files = new Map(await Promise.all(urls.map(async (url) => [url, await read(url)] as const)));
  const inline = <P extends AnyPart>(part: P): P => {
    if (part.type === 'tool-result') return { ...part, content: part.content.map(inline) };
    const file = part.type === 'file' && part.source.kind === 'url' ? files.get(part.source.url) : undefined;
    return file ? { ...part, mediaType: file.mediaType, source: { kind: 'data', base64: file.base64 } } : part;
  };
  const messages = chat.messages.map((message) => ({ ...message, parts: message.parts.map(inline) }) as Message);
  return { ...chat, messages };
}

function filesOf(parts: readonly AnyPart[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'tool-result') return filesOf(part.content);
    return part.type === 'file' && part.source.kind === 'url' && fetched.test(part.source.url) ? [part.source.url] : [];
  });
}
