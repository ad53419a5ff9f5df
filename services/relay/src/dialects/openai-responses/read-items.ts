import { badRequest } from '../../errors.ts';
import { append } from '../append.ts';
import type { AssistantPart, FilePart, Json, Message, ReasoningPart, TextPart, ToolResultPart } from '../canonical.ts';
import { fileAt, fileWithin } from '../file-at.ts';
import { asText, isObject } from '../json.ts';
import { readPicture } from '../openai-chat/read-parts.ts';
import { unpackSignature } from '../packed-signature.ts';
import { orderResults } from './order-results.ts';
import { placeProofs } from './place-proofs.ts';

type ContentPart = TextPart | FilePart;

/** Items of a conversation as messages. Throws a GatewayError (400) that names the item. */
export function readItems(input: unknown): Message[] {
  if (typeof input === 'string') return [{ role: 'user', parts: [{ type: 'text', text: input }] }];
  if (!Array.isArray(input) || input.length === 0)
    throw badRequest('input must be a string or a non-empty array.', 'input');
  const messages: Message[] = [];
  for (const [at, item] of input.entries()) {
    const next = readItem(item, `input.${at}`);
    if (next) add(messages, next);
  }
  return orderResults(placeProofs(messages));
}

/** Items of one turn of the assistant, and results of one step, belong together. */
function add(messages: Message[], next: Message): void {
  const last = messages.at(-1);
  // Each message has parts of its own here.
  if (last?.role === 'assistant' && next.role === 'assistant') append(last.parts as AssistantPart[], next.parts);
  else if (last?.role === 'tool' && next.role === 'tool') append(last.parts as ToolResultPart[], next.parts);
  else messages.push(next);
}

function readItem(item: unknown, field: string): Message | undefined {
  if (!isObject(item)) throw badRequest(`${field} must be an object.`, field);
  switch (item.type ?? 'message') {
    case 'message':
      return readMessage(item, field);
    case 'reasoning':
      return { role: 'assistant', parts: [readReasoning(item)] };
    case 'function_call':
    case 'custom_tool_call':
      return { role: 'assistant', parts: [readCall(item)] };
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { role: 'tool', parts: [readResult(item, field)] };
    default:
      // See `unreadItems`.
      return undefined;
  }
}

const read = new Set<unknown>([
  undefined,
  'message',
  'reasoning',
  'function_call',
  'custom_tool_call',
  'function_call_output',
  'custom_tool_call_output',
  'additional_tools',
]);

/** Kinds of items that are left out: what a host's own tools did, and what is not known. No other host can go on from them. */
export function unreadItems(input: unknown): string[] {
  if (!Array.isArray(input)) return [];
  return [...new Set(input.flatMap((item) => (isObject(item) && !read.has(item.type) ? [asText(item.type)] : [])))];
}

/** Tools that stand among the items, as Codex sends them. */
export function toolsAmongItems(input: unknown): unknown[] {
  if (!Array.isArray(input)) return [];
  return input.flatMap((item) =>
    isObject(item) && item.type === 'additional_tools' && Array.isArray(item.tools) ? item.tools : [],
  );
}

function readMessage(item: Json, field: string): Message {
  const parts = readContent(item.content, `${field}.content`);
  switch (item.role) {
    case 'user':
      return { role: 'user', parts };
    case 'assistant': {
      const said = parts.filter((part): part is TextPart => part.type === 'text');
      return { role: 'assistant', parts: [...said, ...readRefusals(item.content)] };
    }
    case 'system':
    case 'developer':
      return { role: 'system', parts: parts.filter((part): part is TextPart => part.type === 'text') };
    default:
      throw badRequest(`${field}.role must be user, assistant, system or developer.`, `${field}.role`);
  }
}

function readContent(content: unknown, field: string): ContentPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw badRequest(`${field} must be a string or an array of parts.`, field);
  return content.flatMap((part, at) => readPart(part, `${field}.${at}`));
}

function readPart(part: unknown, field: string): ContentPart[] {
  if (!isObject(part)) throw badRequest(`${field} must be an object.`, field);
  switch (part.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: asText(part.text) }];
    case 'refusal':
      return [];
    case 'input_image': {
      if (typeof part.image_url === 'string') return [readPicture(part.image_url, part.detail, `${field}.image_url`)];
      if (typeof part.file_id === 'string') return [stored('image/*', part.file_id)];
      throw badRequest(`${field} needs image_url.`, field);
    }
    case 'input_file':
      return [readFile(part, field)];
    default:
      throw badRequest(`${field}.type ${JSON.stringify(part.type)} is not known here.`, `${field}.type`);
  }
}

function readFile({ file_data, file_url, file_id, filename }: Json, field: string): FilePart {
  const named = typeof filename === 'string' ? { filename } : {};
  if (typeof file_data === 'string') {
    const bare: FilePart = { type: 'file', mediaType: 'application/pdf', source: { kind: 'data', base64: file_data } };
    return { ...(fileWithin(file_data, 'application/pdf') ?? bare), ...named };
  }
  if (typeof file_url === 'string') return { ...fileAt(file_url, 'application/pdf', `${field}.file_url`), ...named };
  if (typeof file_id === 'string') return { ...stored('application/pdf', file_id), ...named };
  throw badRequest(`${field} needs file_data, file_url or file_id.`, field);
}

function stored(mediaType: string, id: string): FilePart {
  return { type: 'file', mediaType, source: { kind: 'id', id } };
}

function readRefusals(content: unknown): AssistantPart[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) =>
    isObject(part) && part.type === 'refusal' ? [{ type: 'refusal' as const, text: asText(part.refusal) }] : [],
  );
}

/** Reasoning that was told as a summary, with the proof that the client sends back. */
export function readReasoning(item: Json): ReasoningPart {
  const { id, summary, content, encrypted_content: proof } = item;
  const told = [summary, content].find((parts) => Array.isArray(parts) && parts.length > 0);
  const text = Array.isArray(told) ? told.map((part) => (isObject(part) ? asText(part.text) : '')).join('\n\n') : '';
  const signature = typeof proof === 'string' ? unpackSignature(proof, 'openai-responses') : undefined;
  const own = signature?.dialect === 'openai-responses' && typeof id === 'string' ? { id } : {};
  return { type: 'reasoning', text, ...(signature && { signature: { ...signature, ...own } }) };
}

export function readCall(item: Json): Extract<AssistantPart, { type: 'tool-call' }> {
  const custom = item.type === 'custom_tool_call';
  return {
    type: 'tool-call',
    id: asText(item.call_id ?? item.id),
    name: asText(item.name),
    arguments: asText(custom ? item.input : item.arguments),
    ...(custom && { custom }),
  };
}

function readResult({ call_id, output }: Json, field: string): ToolResultPart {
  return { type: 'tool-result', id: asText(call_id), content: readContent(output, `${field}.output`) };
}
