import type { AssistantPart, FilePart, Message, TextPart, ToolResultPart } from '../../dialects/canonical.ts';
import { joinText } from '../../dialects/join-text.ts';
import { isObject } from '../../dialects/json.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { badRequest } from '../../errors.ts';

export interface OllamaMessage {
  readonly role: Message['role'];
  readonly content: string;
  readonly images?: readonly string[];
  readonly thinking?: string;
  readonly tool_calls?: readonly object[];
  readonly tool_name?: string;
  readonly tool_call_id?: string;
}

export function writeMessages(messages: readonly Message[]): OllamaMessage[] {
  const toolNames = new Map<string, string>();
  const written: OllamaMessage[] = [];
  for (const { role, parts } of messages) {
    if (role === 'system') written.push({ role, content: joinText(parts) });
    else if (role === 'user') written.push({ role, ...writeContent(parts) });
    else if (role === 'tool') for (const part of parts) written.push(writeResult(part, toolNames));
    else {
      for (const part of parts) if (part.type === 'tool-call') toolNames.set(part.id, part.name);
      written.push(writeAssistant(parts));
    }
  }
  return written;
}

function writeContent(parts: readonly (TextPart | FilePart)[]): Pick<OllamaMessage, 'content' | 'images'> {
  const images = parts.flatMap((part) => (part.type === 'file' ? [writeImage(part)] : []));
  return { content: joinText(parts), ...(images.length > 0 && { images }) };
}

function writeImage({ mediaType, source }: FilePart): string {
  if (!mediaType.startsWith('image/')) throw badRequest('This model reads text and pictures only.', 'messages');
  if (source.kind !== 'data') throw badRequest('Send pictures as data URLs: this model fetches none.', 'messages');
  return source.base64;
}

function writeAssistant(parts: readonly AssistantPart[]): OllamaMessage {
  const thinking = parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('');
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [{ id: part.id, function: { name: part.name, arguments: writeArguments(part.arguments) } }]
      : [],
  );
  return {
    role: 'assistant',
    content: joinText(parts),
    ...(thinking !== '' && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** Ollama takes objects alone. What is none (free text, JSON that broke off) must not be lost either. */
function writeArguments(text: string): object {
  const value = parseJson(text);
  return isObject(value) ? value : text === '' ? {} : { input: text };
}

function writeResult(part: ToolResultPart, toolNames: ReadonlyMap<string, string>): OllamaMessage {
  const name = part.name ?? toolNames.get(part.id);
  return {
    role: 'tool',
    ...writeContent(part.content),
    ...(name !== undefined && { tool_name: name }),
    tool_call_id: part.id,
  };
}
