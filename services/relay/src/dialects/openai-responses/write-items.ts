import { badRequest } from '../../errors.ts';
import type { AssistantPart, FilePart, Json, Message, TextPart, ToolResultPart } from '../canonical.ts';
import { longestName, shorten } from '../shorten.ts';

/** Messages as items. Throws a GatewayError (400) for files that the format has no place for. */
export function writeItems(messages: readonly Message[]): Json[] {
  const custom = new Set(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.parts.flatMap((part) => (part.type === 'tool-call' && part.custom ? [part.id] : []))
        : [],
    ),
  );
  return messages.flatMap((message) => writeMessage(message, custom));
}

function writeMessage(message: Message, custom: ReadonlySet<string>): Json[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return [{ type: 'message', role: message.role, content: message.parts.map(writeContent) }];
    case 'assistant':
      return writeAssistant(message.parts);
    case 'tool':
      return message.parts.map((part) => writeResult(part, custom.has(part.id)));
  }
}

function writeAssistant(parts: readonly AssistantPart[]): Json[] {
  return parts.flatMap((part): Json[] => {
    switch (part.type) {
      case 'text':
        return [said({ type: 'output_text', text: part.text })];
      case 'refusal':
        return [said({ type: 'refusal', refusal: part.text })];
      case 'reasoning': {
        const { signature, text } = part;
        if (signature?.dialect !== 'openai-responses') return [];
        return [
          {
            type: 'reasoning',
            ...(signature.id !== undefined && { id: signature.id }),
            summary: text === '' ? [] : [{ type: 'summary_text', text }],
            encrypted_content: signature.value,
          },
        ];
      }
      case 'tool-call': {
        const { name } = part;
        const call_id = shorten(part.id, longestName);
        return part.custom
          ? [{ type: 'custom_tool_call', call_id, name, input: part.arguments }]
          : [{ type: 'function_call', call_id, name, arguments: part.arguments || '{}' }];
      }
      default:
        return [];
    }
  });
}

function said(content: Json): Json {
  return { type: 'message', role: 'assistant', content: [content] };
}

function writeResult({ id, content, isError }: ToolResultPart, custom: boolean): Json {
  const call_id = shorten(id, longestName);
  const onlyText = content.every(({ type }) => type === 'text');
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const output = onlyText ? (isError ? `Error: ${text}` : text) : content.map(writeContent);
  return { type: custom ? 'custom_tool_call_output' : 'function_call_output', call_id, output };
}

function writeContent(part: TextPart | FilePart): Json {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  const { mediaType, source, filename, detail = 'auto' } = part;
  const data = source.kind === 'data' ? `data:${mediaType};base64,${source.base64}` : undefined;
  if (mediaType.startsWith('image/')) {
    if (source.kind === 'id') return { type: 'input_image', file_id: source.id, detail };
    return { type: 'input_image', image_url: data ?? (source as { url: string }).url, detail };
  }
  if (/^(audio|video)\//.test(mediaType)) throw badRequest(`This model does not take ${mediaType}.`);
  if (source.kind === 'id') return { type: 'input_file', file_id: source.id };
  if (source.kind === 'url') return { type: 'input_file', file_url: source.url };
  return { type: 'input_file', filename: filename ?? 'document', file_data: data };
}
