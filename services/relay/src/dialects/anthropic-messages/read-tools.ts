import { badRequest } from '../../errors.ts';
import type { ChatRequest, Json, Tool } from '../canonical.ts';
import { isObject } from '../json.ts';
import { readCacheControl } from '../read-cache-control.ts';

export function readTools(tools: unknown): Tool[] {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools) || !tools.every(isObject)) throw badRequest('tools must be an array of objects.', 'tools');
  return tools.map(readTool);
}

function readTool(tool: Json, at: number): Tool {
  if (typeof tool.type === 'string' && tool.type !== 'custom') {
    if (!tool.type.startsWith('web_search')) return { type: 'hosted', dialect: 'anthropic-messages', value: tool };
    return {
      type: 'web-search',
      ...(typeof tool.max_uses === 'number' && { maxUses: tool.max_uses }),
      ...(Array.isArray(tool.allowed_domains) && { allowedDomains: tool.allowed_domains.map(String) }),
    };
  }
  if (typeof tool.name !== 'string' || tool.name === '')
    throw badRequest(`tools.${at}.name must be a string.`, `tools.${at}.name`);
  const cacheControl = readCacheControl(tool.cache_control);
  return {
    type: 'function',
    name: tool.name,
    ...(typeof tool.description === 'string' && { description: tool.description }),
    ...(isObject(tool.input_schema) && { parameters: tool.input_schema }),
    ...(typeof tool.strict === 'boolean' && { strict: tool.strict }),
    ...(cacheControl && { cacheControl }),
  };
}

export function readToolChoice(choice: unknown): Pick<ChatRequest, 'toolChoice' | 'parallelToolCalls'> {
  if (!isObject(choice)) return {};
  const parallel = choice.disable_parallel_tool_use === true ? { parallelToolCalls: false } : {};
  switch (choice.type) {
    case 'auto':
    case 'none':
      return { toolChoice: { type: choice.type }, ...parallel };
    case 'any':
      return { toolChoice: { type: 'required' }, ...parallel };
    case 'tool':
      if (typeof choice.name !== 'string') throw badRequest('tool_choice.name must be a string.', 'tool_choice.name');
      return { toolChoice: { type: 'tool', name: choice.name }, ...parallel };
    default:
      throw badRequest('tool_choice.type must be auto, any, tool or none.', 'tool_choice.type');
  }
}
