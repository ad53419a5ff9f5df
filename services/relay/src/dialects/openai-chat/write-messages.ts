import { badRequest } from '../../errors.ts';
import type { AssistantPart, FilePart, Json, Message, TextPart, ToolResultPart } from '../canonical.ts';
import { joinText } from '../join-text.ts';
import { writeCallSignature } from './signature.ts';

/** Messages as chat completions take them. Throws a GatewayError (400) for files that the format has no place for. */
export function writeMessages(messages: readonly Message[]): Json[] {
  return messages.flatMap(writeMessage);
}

function writeMessage(message: Message): Json[] {
  switch (message.role) {
    case 'system':
      return message.parts.length > 0 ? [{ role: 'system', content: writeContent(message.parts) }] : [];
    case 'user':
      return [{ role: 'user', content: writeContent(message.parts), ...named(message.name) }];
    case 'assistant':
      return [{ role: 'assistant', ...writeAssistant(message.parts), ...named(message.name) }];
    case 'tool':
      return writeResults(message.parts);
  }
}

function named(name: string | undefined): Json {
  return name === undefined ? {} : { name };
}

/** Parts; one that is plain text as that text. */
function writeContent(parts: readonly (TextPart | FilePart)[]): string | Json[] {
  const [only, second] = parts;
  if (parts.length === 0) return '';
  if (only?.type === 'text' && !second && !only.cacheControl) return only.text;
  return parts.map(writePart);
}

function writePart(part: TextPart | FilePart): Json {
  const marked = part.cacheControl ? { cache_control: { type: 'ephemeral', ...part.cacheControl } } : {};
  return { ...(part.type === 'text' ? { type: 'text', text: part.text } : writeFile(part)), ...marked };
}

const soundFormats: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
};

function writeFile({ mediaType, source, filename, detail }: FilePart): Json {
  if (mediaType.startsWith('image/')) {
    if (source.kind === 'id') throw badRequest('This model cannot read a picture by its file id. Send the picture.');
    const url = source.kind === 'url' ? source.url : `data:${mediaType};base64,${source.base64}`;
    return { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } };
  }
  if (mediaType.startsWith('audio/')) {
    const format = soundFormats[mediaType];
    if (source.kind !== 'data' || !format) throw badRequest(`This model takes sound as WAV or MP3, not ${mediaType}.`);
    return { type: 'input_audio', input_audio: { data: source.base64, format } };
  }
  if (mediaType.startsWith('video/')) throw badRequest('This model does not take films.');
  if (source.kind === 'id') return { type: 'file', file: { file_id: source.id } };
  if (source.kind === 'url')
    throw badRequest('This model takes documents by their content, not by their address. Send the document.');
  const data = `data:${mediaType};base64,${source.base64}`;
  return { type: 'file', file: { filename: filename ?? 'document', file_data: data } };
}

function writeAssistant(parts: readonly AssistantPart[]): Json {
  const texts = parts.filter((part): part is TextPart => part.type === 'text');
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [writeCall(part)] : []));
  const reasoning = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
  const refusal = parts.map((part) => (part.type === 'refusal' ? part.text : '')).join('');
  const marked = texts.some(({ cacheControl }) => cacheControl);
  const content = marked ? writeContent(texts) : joinText(texts);
  return {
    content: content === '' && (calls.length > 0 || refusal !== '') ? null : content,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(refusal !== '' && { refusal }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function writeCall(call: Extract<AssistantPart, { type: 'tool-call' }>): Json {
  const { id, name } = call;
  return call.custom
    ? { id, type: 'custom', custom: { name, input: call.arguments } }
    : {
        id,
        type: 'function',
        function: { name, arguments: call.arguments || '{}' },
        ...writeCallSignature(call.signature),
      };
}

/** Tool messages are text alone: files of a result follow in a message of the user's. */
function writeResults(results: readonly ToolResultPart[]): Json[] {
  const files: Json[] = [];
  const messages = results.map(({ id, content, isError, cacheControl }): Json => {
    const text = joinText(content);
    const own = content.filter((part): part is FilePart => part.type === 'file');
    for (const file of own) files.push({ type: 'text', text: `File of the tool result ${id}:` }, writeFile(file));
    const note = own.length > 0 && text === '' ? 'The result is the file that follows.' : text;
    const said = isError ? `Error: ${note}` : note;
    return {
      role: 'tool',
      tool_call_id: id,
      content: cacheControl
        ? [{ type: 'text', text: said, cache_control: { type: 'ephemeral', ...cacheControl } }]
        : said,
    };
  });
  return files.length > 0 ? [...messages, { role: 'user', content: files }] : messages;
}
