import { demand } from '../refusal.ts';
import { elements, expectShape, isText, unknownMember } from '../shape.ts';
import type { ChatBody, OpenaiChatOptions } from './options.ts';
import { ToolCall, userParts } from './schema.ts';

const membersOf: Readonly<Record<string, readonly string[]>> = {
  assistant: ['role', 'content', 'name', 'refusal', 'tool_calls', 'audio', 'function_call', 'annotations'],
  // LangChain names the tool as well.
  tool: ['role', 'content', 'tool_call_id', 'name'],
};
const partsOf: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
};

/** Refuses messages of unknown shape, and calls of tools that are not answered by the very next messages. */
export function verifyMessages(
  messages: readonly ChatBody[],
  roles: readonly string[],
  { reasoningField, ignoresUnknown }: OpenaiChatOptions,
): void {
  let awaited = new Set<string>();
  for (const [at, message] of messages.entries()) {
    const where = `messages[${at}]`;
    const role = String(message.role);
    demand(
      roles.includes(role),
      `Invalid value: '${role}'. Supported values are: ${roles.map((each) => `'${each}'`).join(', ')}.`,
      { code: 'invalid_value', param: `${where}.role` },
    );
    const known = [...(membersOf[role] ?? ['role', 'content', 'name']), ...(reasoningField ? [reasoningField] : [])];
    const unknown = ignoresUnknown ? undefined : unknownMember(message, known);
    demand(unknown === undefined, `Unknown parameter: '${where}.${unknown}'.`, { code: 'unknown_parameter' });
    verifyContent(message, role, where);
    if (role === 'tool') {
      demand(
        awaited.delete(String(message.tool_call_id)),
        "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
        { param: `${where}.role` },
      );
      continue;
    }
    demandAnswered(awaited, where);
    if (message.tool_calls !== undefined) {
      demand(elements(message.tool_calls).length > 0, `Invalid '${where}.tool_calls': empty array.`);
      const calls = elements(message.tool_calls).map((call, n) =>
        expectShape(ToolCall, call, `${where}.tool_calls[${n}]`),
      );
      awaited = new Set(calls.map(({ id }) => id));
      demand(awaited.size === calls.length, `Duplicate id in '${where}.tool_calls'.`);
    }
  }
  demandAnswered(awaited, 'messages');
}

function demandAnswered(awaited: ReadonlySet<string>, where: string): void {
  demand(
    awaited.size === 0,
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
      `The following tool_call_ids did not have response messages: ${[...awaited].join(', ')}`,
    { param: where },
  );
}

function verifyContent({ content, tool_calls, function_call, audio }: ChatBody, role: string, where: string): void {
  const details = { param: `${where}.content` };
  if (content === undefined || content === null) {
    const optional = role === 'assistant' && (tool_calls ?? function_call ?? audio) !== undefined;
    demand(optional, `Invalid value for 'content': expected a string, got null.`, details);
    return;
  }
  if (isText(content)) return;
  demand(elements(content).length > 0, `Invalid type for '${where}.content'.`, details);
  for (const [at, part] of elements(content).entries()) {
    const type = String((part as ChatBody | null)?.type);
    demand(
      (partsOf[role] ?? ['text']).includes(type),
      `Invalid value: '${type}' in '${where}.content[${at}]'.`,
      details,
    );
    if (type in userParts) expectShape(userParts[type as keyof typeof userParts], part, `${where}.content[${at}]`);
  }
}
