import { badRequest } from '../../errors.ts';
import type { ChatRequest, Json, Tool } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import { asText } from '../json.ts';
import { writeCacheControl } from './cache-control.ts';
import type { Capabilities } from './capabilities.ts';
import { cleanSchema } from './schema.ts';

const namePattern = /^[a-zA-Z0-9_-]{1,128}$/;
const noArguments = { type: 'object', properties: {} };

interface Tools {
  readonly tools?: Json[];
  readonly tool_choice?: Json;
  /** For the system prompt, of models that cannot be forced. */
  readonly instruction?: string;
}

/** Tools and their choice. Throws a GatewayError (400) for a name that Anthropic refuses. */
export function writeTools(request: ChatRequest, capabilities: Capabilities, warn: Warn): Tools {
  const { toolChoice } = request;
  const allowed = toolChoice?.type === 'allowed' ? new Set(toolChoice.names) : undefined;
  const tools = request.tools
    .filter((tool) => !allowed || !('name' in tool) || allowed.has(tool.name))
    .flatMap((tool) => writeTool(tool, capabilities, warn));
  if (tools.length === 0) return declareCalled(request);
  return { tools, ...writeChoice(request, capabilities) };
}

function writeTool(tool: Tool, capabilities: Capabilities, warn: Warn): Json[] {
  switch (tool.type) {
    case 'function': {
      if (!namePattern.test(tool.name))
        throw badRequest(`The tool name ${tool.name} may hold letters, digits, _ and - alone, at most 128.`, 'tools');
      const strict = tool.strict === true && capabilities.schemas;
      const schema = tool.parameters ? { type: 'object', ...tool.parameters } : noArguments;
      return [
        {
          name: tool.name,
          ...(tool.description ? { description: tool.description } : {}),
          input_schema: strict ? cleanSchema(schema) : schema,
          ...(strict ? { strict } : {}),
          ...writeCacheControl(tool.cacheControl),
        },
      ];
    }
    case 'web-search':
      return [
        {
          type: 'web_search_20250305',
          name: 'web_search',
          ...(tool.maxUses === undefined ? {} : { max_uses: tool.maxUses }),
          ...(tool.allowedDomains ? { allowed_domains: tool.allowedDomains } : {}),
        },
      ];
    case 'hosted':
      if (tool.dialect === 'anthropic-messages') return [tool.value];
      warn('tools', `the upstream has no ${asText(tool.value.type)}`);
      return [];
    case 'custom':
      warn('tools', `${tool.name}: the upstream has no tools with free text`);
      return [];
  }
}

/** Calls in the conversation are refused when no tool is declared at all: those of the past are, and none may be called. */
function declareCalled({ messages }: ChatRequest): Tools {
  const names = new Set(messages.flatMap(({ parts }) => parts.flatMap((part) => toolName(part))));
  if (names.size === 0) return {};
  return {
    tools: [...names].map((name) => ({ name, input_schema: { type: 'object' } })),
    tool_choice: { type: 'none' },
  };
}

function toolName(part: { type: string; name?: string }): string[] {
  return part.type === 'tool-call' && part.name ? [writeToolName(part.name)] : [];
}

/** A name as it stands in a call of the past, where refusing it would help nobody. */
export function writeToolName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 128);
}

function writeChoice({ toolChoice, parallelToolCalls }: ChatRequest, capabilities: Capabilities): Omit<Tools, 'tools'> {
  const single = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {};
  const type = toolChoice?.type === 'allowed' ? toolChoice.mode : toolChoice?.type;
  if (type === 'none') return { tool_choice: { type } };
  if (type === 'required' || type === 'tool') {
    const name = toolChoice?.type === 'tool' ? toolChoice.name : undefined;
    if (capabilities.forcedTool) {
      return { tool_choice: name === undefined ? { type: 'any', ...single } : { type: 'tool', name, ...single } };
    }
    const instruction = name === undefined ? 'Answer by calling a tool.' : `Answer by calling the tool ${name}.`;
    return { tool_choice: { type: 'auto', ...single }, instruction };
  }
  return type === 'auto' || parallelToolCalls === false ? { tool_choice: { type: 'auto', ...single } } : {};
}
