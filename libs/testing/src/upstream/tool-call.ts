import { randomBytes } from 'node:crypto';
import type { ChatRequest } from './requests.ts';

export interface ToolCall {
  wire: { id: string; type: 'function'; function: { name: string; arguments: string } };
  /** The arguments in the pieces that a stream sends them in; each counts as one token. */
  pieces: string[];
  tokens: number;
}

/**
 * The call a request gets: of the function that `tool_choice` names, else of the first tool. None when no tool is
 * offered, when `tool_choice` is `none`, or when the last message already answers a call.
 */
export function toolCallFor(request: ChatRequest): ToolCall | undefined {
  const { tools = [], tool_choice: choice = 'auto' } = request;
  if (choice === 'none' || (choice === 'auto' && request.messages.at(-1)?.role === 'tool')) return undefined;
  const named = typeof choice === 'object' ? choice.function.name : undefined;
  const tool = tools.find((tool) => named === undefined || tool.function.name === named);
  if (!tool) return undefined;
  const text = JSON.stringify(sample(tool.function.parameters ?? {}));
  const pieces = text.match(/.{1,4}/gsu) ?? [];
  return {
    wire: {
      id: `call_${randomBytes(12).toString('hex')}`,
      type: 'function',
      function: { name: tool.function.name, arguments: text },
    },
    pieces,
    tokens: pieces.length,
  };
}

/** A small value that fits a JSON schema of the usual kind. */
function sample(schema: Record<string, unknown>): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (schema.type) {
    case 'string':
      return 'harbour';
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [sample((schema.items ?? {}) as Record<string, unknown>)];
    case 'null':
      return null;
    default:
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>).map(([name, inner]) => [
          name,
          sample(inner),
        ]),
      );
  }
}
