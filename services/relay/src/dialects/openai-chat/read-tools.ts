import { badRequest } from '../../errors.ts';
import type { ChatRequest, Json, Tool, ToolChoice } from '../canonical.ts';
import { asText, isObject } from '../json.ts';
import { readCacheControl } from '../read-cache-control.ts';

/** Tools and their choice, in today's form or that of 2023 (`functions`, `function_call`). */
export function readTools(body: Json): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  const tools = [
    ...list(body.tools).map((tool, at) => readTool(tool, `tools.${at}`)),
    ...list(body.functions).map((described, at) => readFunction(described, `functions.${at}`)),
    ...(isObject(body.web_search_options) ? [{ type: 'web-search' as const }] : []),
  ];
  const toolChoice = readChoice(body.tool_choice ?? body.function_call);
  return { tools, ...(toolChoice && { toolChoice }) };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function readTool(tool: unknown, field: string): Tool {
  if (isObject(tool) && tool.type === 'custom' && isObject(tool.custom)) {
    const { name, description, format } = tool.custom;
    return {
      type: 'custom',
      name: asText(name),
      ...(typeof description === 'string' && { description }),
      ...(isObject(format) && { format }),
    };
  }
  if (isObject(tool) && isObject(tool.function)) {
    const cacheControl = readCacheControl(tool.cache_control);
    return { ...readFunction(tool.function, field), ...(cacheControl && { cacheControl }) };
  }
  if (isObject(tool) && typeof tool.type === 'string') return { type: 'hosted', dialect: 'openai-chat', value: tool };
  throw badRequest(`${field} must be a function with its name.`, field);
}

function readFunction(described: unknown, field: string): Extract<Tool, { type: 'function' }> {
  if (!isObject(described) || typeof described.name !== 'string' || described.name === '')
    throw badRequest(`${field} must be a function with its name.`, field);
  const { name, description, parameters, strict } = described;
  return {
    type: 'function',
    name,
    ...(typeof description === 'string' && { description }),
    ...(isObject(parameters) && { parameters }),
    ...(typeof strict === 'boolean' && { strict }),
  };
}

function readChoice(choice: unknown): ToolChoice | undefined {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { type: choice };
  if (!isObject(choice)) return undefined;
  if (choice.type === 'allowed_tools' && isObject(choice.allowed_tools)) {
    const names = list(choice.allowed_tools.tools).flatMap((tool) => nameOf(tool) ?? []);
    return { type: 'allowed', mode: choice.allowed_tools.mode === 'required' ? 'required' : 'auto', names };
  }
  const name = nameOf(choice);
  return name === undefined ? undefined : { type: 'tool', name };
}

function nameOf(tool: unknown): string | undefined {
  if (!isObject(tool)) return undefined;
  const holder = isObject(tool.function) ? tool.function : isObject(tool.custom) ? tool.custom : tool;
  return typeof holder.name === 'string' ? holder.name : undefined;
}
