import type { Json } from '../canonical.ts';
import { asText, isObject } from '../json.ts';

/**
 * A chat whose tools, calls or results are written as the Responses API or Anthropic writes them, in the chat's own form. Cursor
 * sends such mixtures to the address of chats, by the name of the model
 * (https://forum.cursor.com/t/wrong-tools-handling-on-openai-compatible-endpoint/145588). What is not known stays as it is.
 */
export function straighten(body: Json): Json {
  const { messages, tools, tool_choice: choice } = body;
  return {
    ...body,
    ...(Array.isArray(messages) && { messages: messages.flatMap(straightenMessage) }),
    ...(Array.isArray(tools) && { tools: tools.map(straightenTool) }),
    ...(isObject(choice) && straightenChoice(choice)),
  };
}

/** Whether a tool is named beside its type instead of within it. Tools that a host runs itself may be. */
export function isFlatTool(tool: unknown): tool is Json {
  if (!isObject(tool) || typeof tool.name !== 'string' || isObject(tool.function) || isObject(tool.custom))
    return false;
  return tool.type === undefined || tool.type === 'function' || tool.type === 'custom';
}

function straightenTool(tool: unknown): unknown {
  if (!isFlatTool(tool)) return isObject(tool) && isObject(tool.function) ? { type: 'function', ...tool } : tool;
  const { type, name, description, parameters, input_schema, strict, format, ...rest } = tool;
  if (type === 'custom') return { ...rest, type, custom: { name, description, format } };
  return { ...rest, type: 'function', function: { name, description, parameters: parameters ?? input_schema, strict } };
}

function straightenChoice(choice: Json): Json {
  const { type, name, disable_parallel_tool_use: alone } = choice;
  const parallel = typeof alone === 'boolean' ? { parallel_tool_calls: !alone } : {};
  if (type === 'auto' || type === 'none') return { tool_choice: type, ...parallel };
  if (type === 'any') return { tool_choice: 'required', ...parallel };
  if (typeof name !== 'string') return {};
  if (type === 'custom') return { tool_choice: { type, custom: { name } } };
  return type === 'tool' || type === 'function'
    ? { tool_choice: { type: 'function', function: { name } }, ...parallel }
    : {};
}

/** Results become messages of their own, in front of what else the user says: they answer the calls before. */
function straightenMessage(message: unknown): unknown[] {
  if (!isObject(message) || !Array.isArray(message.content)) return [message];
  const results = message.content.flatMap((part) => (isTyped(part, 'tool_result') ? [resultOf(part)] : []));
  const calls = message.content.flatMap((part) => (isTyped(part, 'tool_use') ? [callOf(part)] : []));
  const content = message.content
    .filter((part) => !isTyped(part, 'tool_result') && !isTyped(part, 'tool_use'))
    .map(straightenPart);
  if (calls.length > 0) {
    const known = Array.isArray(message.tool_calls) ? message.tool_calls : [];
    return [{ ...message, content: content.length > 0 ? content : null, tool_calls: [...known, ...calls] }];
  }
  return [...results, ...(content.length > 0 || results.length === 0 ? [{ ...message, content }] : [])];
}

function isTyped(part: unknown, type: string): part is Json {
  return isObject(part) && part.type === type;
}

function callOf({ id, name, input }: Json): Json {
  return {
    id,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : asText(input ?? {}) },
  };
}

function resultOf({ tool_use_id, content, is_error }: Json): Json {
  const told = Array.isArray(content) ? content.map(straightenPart) : asText(content);
  const marked = Array.isArray(told) ? [{ type: 'text', text: 'Error:' }, ...told] : `Error: ${told}`;
  return { role: 'tool', tool_call_id: tool_use_id, content: is_error === true ? marked : told };
}

function straightenPart(part: unknown): unknown {
  if (!isObject(part)) return part;
  const { type, text, image_url: url, detail, source, ...rest } = part;
  if (type === 'input_text' || type === 'output_text') return { type: 'text', text };
  if (type === 'input_image') return { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } };
  if (type !== 'image' || !isObject(source)) return part;
  const address =
    source.type === 'url' ? source.url : `data:${asText(source.media_type)};base64,${asText(source.data)}`;
  return { ...rest, type: 'image_url', image_url: { url: address } };
}
