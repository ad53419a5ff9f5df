import { createHash } from 'node:crypto';
import type { Json } from '../../dialects/canonical.ts';
import { asText, isObject } from '../../dialects/json.ts';

/** What is said where nobody has spoken, but somebody must. */
const opening: Json = { role: 'user', content: '.' };
const reply: Json = { role: 'assistant', content: 'OK.' };

/** OpenAI's messages as Mistral takes them; those without anything in them are left out. */
export function writeMessages(messages: readonly Json[]): Json[] {
  const toolNames = new Map<unknown, unknown>();
  const written = messages.flatMap((message): Json[] => {
    if (message.role === 'assistant') return writeAssistant(message, toolNames);
    if (message.role === 'tool') {
      const { tool_call_id: id } = message;
      const name = message.name ?? toolNames.get(id);
      return [{ ...message, tool_call_id: shortId(id), ...(name !== undefined && { name }) }];
    }
    const { name: _, ...rest } = message;
    return [
      { ...rest, role: message.role === 'developer' ? 'system' : message.role, content: writeContent(message.content) },
    ];
  });
  const ordered = inOrder(written);
  const last = ordered.at(-1);
  // An answer that has begun is continued only when that is said.
  if (last?.role === 'assistant' && last.tool_calls === undefined)
    ordered[ordered.length - 1] = { ...last, prefix: true };
  return ordered;
}

/** After the system the user speaks first, and behind results the model does. */
function inOrder(messages: readonly Json[]): Json[] {
  const first = messages.find(({ role }) => role !== 'system');
  return messages.flatMap((message, at) => {
    if (message === first && message.role !== 'user') return [opening, message];
    const answers = message.role === 'tool' || message.role === 'assistant';
    return messages[at - 1]?.role === 'tool' && !answers ? [reply, message] : [message];
  });
}

function writeAssistant(
  { role, content, tool_calls, reasoning_content }: Json,
  toolNames: Map<unknown, unknown>,
): Json[] {
  const calls = (Array.isArray(tool_calls) ? tool_calls : []).filter(isObject).map((call) => {
    if (isObject(call.function)) toolNames.set(call.id, call.function.name);
    return { ...call, id: shortId(call.id) };
  });
  const text = typeof content === 'string' && content !== '' ? content : Array.isArray(content) ? content : undefined;
  if (text === undefined && calls.length === 0) return [];
  const thought = typeof reasoning_content === 'string' && reasoning_content !== '' ? reasoning_content : undefined;
  const chunks = typeof text === 'string' ? [{ type: 'text', text }] : (text ?? []);
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: thought }] };
  return [
    {
      role,
      ...(thought !== undefined ? { content: [thinking, ...chunks] } : text !== undefined && { content: text }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

/** Documents and sound have shapes of their own. */
function writeContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part) => {
    if (!isObject(part)) return part;
    if (part.type === 'file' && isObject(part.file)) {
      const { file_data, filename } = part.file;
      return {
        type: 'document_url',
        document_url: file_data,
        ...(filename !== undefined && { document_name: filename }),
      };
    }
    if (part.type === 'input_audio' && isObject(part.input_audio)) {
      return { type: 'input_audio', input_audio: part.input_audio.data };
    }
    return part;
  });
}

/** Older models want ids of nine letters and digits. The same id always becomes the same. */
export function shortId(id: unknown): string {
  const text = asText(id);
  return /^[A-Za-z0-9]{9}$/.test(text) ? text : createHash('sha256').update(text).digest('hex').slice(0, 9);
}
