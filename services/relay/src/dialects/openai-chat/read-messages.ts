import { badRequest } from '../../errors.ts';
import { append } from '../append.ts';
import type { AssistantPart, FilePart, Json, Message, TextPart, ToolCallPart, ToolResultPart } from '../canonical.ts';
import { asText, isObject } from '../json.ts';
import { readContent } from './read-parts.ts';
import { readCallSignature, readReasoningDetail } from './signature.ts';

/** Throws a GatewayError (400) that names the message. Neighbouring tool messages are the results of one step. */
export function readMessages(messages: unknown): Message[] {
  if (!Array.isArray(messages) || messages.length === 0)
    throw badRequest('messages must be a non-empty array.', 'messages');
  const read: Message[] = [];
  for (const [at, message] of messages.entries()) {
    const next = readMessage(message, `messages.${at}`);
    const last = read.at(-1);
    // Each message has parts of its own here.
    if (next.role === 'tool' && last?.role === 'tool') append(last.parts as ToolResultPart[], next.parts);
    else read.push(next);
  }
  return read;
}

function readMessage(message: unknown, field: string): Message {
  if (!isObject(message)) throw badRequest(`${field} must be an object.`, field);
  const name = typeof message.name === 'string' ? { name: message.name } : {};
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', parts: readContent(message.content, `${field}.content`).filter(isText) };
    case 'user':
      return { role: 'user', parts: readContent(message.content, `${field}.content`), ...name };
    case 'assistant':
      return { role: 'assistant', parts: readAssistant(message, field), ...name };
    case 'tool':
      return { role: 'tool', parts: [readResult(message, asText(message.tool_call_id), field)] };
    case 'function':
      // The functions of 2023 have no ids: their name stands in.
      return { role: 'tool', parts: [{ ...readResult(message, asText(message.name), field), ...name }] };
    default:
      throw badRequest(
        `${field}.role must be system, developer, user, assistant or tool, not ${JSON.stringify(message.role)}.`,
        `${field}.role`,
      );
  }
}

function readAssistant(message: Json, field: string): AssistantPart[] {
  const details = Array.isArray(message.reasoning_details) ? message.reasoning_details : [];
  const signed = details.flatMap(readReasoningDetail);
  const bare = message.reasoning_content ?? message.reasoning;
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return [
    ...(signed.length === 0 && typeof bare === 'string' && bare !== ''
      ? [{ type: 'reasoning' as const, text: bare }]
      : signed),
    ...readContent(message.content, `${field}.content`),
    ...(typeof message.refusal === 'string' && message.refusal !== ''
      ? [{ type: 'refusal' as const, text: message.refusal }]
      : []),
    ...calls.map((call, at) => readCall(call, `${field}.tool_calls.${at}`)),
    ...(isObject(message.function_call) ? [readFunctionCall(message.function_call)] : []),
  ];
}

function readCall(call: unknown, field: string): ToolCallPart {
  const called = isObject(call) ? (call.type === 'custom' ? call.custom : call.function) : undefined;
  if (!isObject(call) || !isObject(called) || typeof called.name !== 'string')
    throw badRequest(`${field} must be a call of a function with its name.`, field);
  const custom = call.type === 'custom';
  const signature = readCallSignature(call);
  return {
    type: 'tool-call',
    id: asText(call.id),
    name: called.name,
    arguments: asText(custom ? called.input : called.arguments),
    ...(custom && { custom }),
    ...(signature && { signature }),
  };
}

function readFunctionCall(call: Json): ToolCallPart {
  const name = asText(call.name);
  return { type: 'tool-call', id: name, name, arguments: asText(call.arguments) };
}

function readResult(message: Json, id: string, field: string): ToolResultPart {
  return { type: 'tool-result', id, content: readContent(message.content, `${field}.content`) };
}

function isText(part: TextPart | FilePart): part is TextPart {
  return part.type === 'text';
}
