import type { AssistantPart, FilePart, Json, Message, TextPart, ToolResultPart } from '../../dialects/canonical.ts';
import { joinText } from '../../dialects/join-text.ts';
import { badRequest } from '../../errors.ts';
import { writeToolName } from './tool-name.ts';

/** Models that think; the others plan their calls in a member of its own. */
export function canThink(model: string): boolean {
  return /reasoning|command-a-plus/.test(model);
}

export function writeMessages(messages: readonly Message[], model: string): Json[] {
  return messages.flatMap(({ role, parts }): Json[] => {
    if (role === 'system') return [{ role, content: joinText(parts) }];
    if (role === 'user') return [{ role, content: writeContent(parts) }];
    if (role === 'assistant') return [writeAssistant(parts, model)];
    return parts.map(writeResult);
  });
}

function writeContent(parts: readonly (TextPart | FilePart)[]): string | Json[] {
  if (parts.every(({ type }) => type === 'text')) return joinText(parts);
  return parts.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image_url', image_url: { url: imageUrl(part) } },
  );
}

function imageUrl({ mediaType, source }: FilePart): string {
  if (!mediaType.startsWith('image/') || source.kind === 'id') {
    throw badRequest('This model reads text and pictures only, pictures by address or as data URL.', 'messages');
  }
  return source.kind === 'url' ? source.url : `data:${mediaType};base64,${source.base64}`;
}

/** Cohere refuses content that is there but empty. */
function writeAssistant(parts: readonly AssistantPart[], model: string): Json {
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [{ id: part.id, type: 'function', function: { name: writeToolName(part.name), arguments: part.arguments } }]
      : [],
  );
  const reasoning = parts.flatMap((part) => (part.type === 'reasoning' && part.text ? [part.text] : [])).join('\n');
  const thinks = reasoning !== '' && canThink(model);
  const text = joinText(parts);
  const content = [
    ...(thinks ? [{ type: 'thinking', thinking: reasoning }] : []),
    ...(text === '' ? [] : [{ type: 'text', text }]),
  ];
  return {
    role: 'assistant',
    ...(content.length > 0 && { content }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(calls.length > 0 && reasoning !== '' && !thinks && { tool_plan: reasoning }),
  };
}

function writeResult({ id, content }: ToolResultPart): Json {
  if (content.some(({ type }) => type === 'file')) {
    throw badRequest('Results of tools are text for this model: send files in a user message.', 'messages');
  }
  return { role: 'tool', tool_call_id: id, content: joinText(content) };
}
