import { badRequest } from '../../errors.ts';
import type { Json, Tool, ToolChoice } from '../canonical.ts';
import { isObject } from '../json.ts';

/** Tools are flat here: name and parameters stand beside the type. Those of a namespace lose it: calls name the tool alone. */
export function readTools(tools: unknown, field = 'tools'): Tool[] {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools)) throw badRequest(`${field} must be an array.`, field);
  return tools.flatMap((tool, at) =>
    isObject(tool) && tool.type === 'namespace'
      ? readTools(tool.tools, `${field}.${at}.tools`)
      : readTool(tool, `${field}.${at}`),
  );
}

function readTool(tool: unknown, field: string): Tool {
  if (!isObject(tool) || typeof tool.type !== 'string') throw badRequest(`${field} must have a type.`, field);
  const { type, name, description, parameters, strict, format } = tool;
  const described = typeof description === 'string' ? { description } : {};
  if (type === 'function' || type === 'custom') {
    if (typeof name !== 'string' || name === '') throw badRequest(`${field} needs a name.`, `${field}.name`);
    if (type === 'custom') return { type, name, ...described, ...(isObject(format) && { format }) };
    return {
      type,
      name,
      ...described,
      ...(isObject(parameters) && { parameters }),
      // Strict unless said, as OpenAI has it; other hosts are not told so unless the client was explicit.
      ...(typeof strict === 'boolean' && { strict }),
    };
  }
  if (type.startsWith('web_search')) return readWebSearch(tool);
  return { type: 'hosted', dialect: 'openai-responses', value: tool };
}

function readWebSearch({ filters }: Json): Tool {
  const domains = isObject(filters) ? filters.allowed_domains : undefined;
  return {
    type: 'web-search',
    ...(Array.isArray(domains) && { allowedDomains: domains.filter((domain) => typeof domain === 'string') }),
  };
}

export function readToolChoice(choice: unknown): ToolChoice | undefined {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { type: choice };
  if (!isObject(choice)) return undefined;
  if (choice.type === 'allowed_tools' && Array.isArray(choice.tools)) {
    const names = choice.tools.flatMap((tool) => (isObject(tool) && typeof tool.name === 'string' ? [tool.name] : []));
    return { type: 'allowed', mode: choice.mode === 'required' ? 'required' : 'auto', names };
  }
  return typeof choice.name === 'string' ? { type: 'tool', name: choice.name } : undefined;
}
