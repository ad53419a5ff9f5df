import type { UsageTokens } from '@switchyard/contracts';
import type { Json } from '../canonical.ts';
import { asText, isObject } from '../json.ts';
import { tokenCount } from '../token-count.ts';

/** Usage of a response, or of the event that ends its stream. Cached and reasoning tokens are inside the sums. */
export function readUsage(payload: unknown): UsageTokens | undefined {
  if (!isObject(payload)) return undefined;
  const response = isObject(payload.response) ? payload.response : payload;
  if (!isObject(response.usage)) return undefined;
  const { usage } = response;
  const prompt = tokenCount(usage.input_tokens);
  const completion = tokenCount(usage.output_tokens);
  if (prompt === undefined && completion === undefined) return undefined;
  const input = isObject(usage.input_tokens_details) ? usage.input_tokens_details : {};
  const output = isObject(usage.output_tokens_details) ? usage.output_tokens_details : {};
  const reasoning = tokenCount(output.reasoning_tokens);
  const toolCalls = readToolCalls(response);
  return {
    prompt: prompt ?? 0,
    completion: completion ?? 0,
    cacheRead: tokenCount(input.cached_tokens) ?? 0,
    cacheWrite: tokenCount(input.cache_write_tokens) ?? 0,
    ...(reasoning && { reasoning }),
    ...(toolCalls && { toolCalls }),
  };
}

const toolItems: Readonly<Record<string, string>> = {
  web_search_call: 'web_search',
  file_search_call: 'file_search',
  code_interpreter_call: 'code_interpreter',
  image_generation_call: 'image_generation',
};

/** Tools that the host ran itself cost a fee per call. */
function readToolCalls({ output, tools }: Json): Record<string, number> | undefined {
  if (!Array.isArray(output)) return undefined;
  const calls: Record<string, number> = {};
  for (const item of output) {
    const named = isObject(item) ? toolItems[asText(item.type)] : undefined;
    const tool = named === 'web_search' && isPreview(tools) ? 'web_search_preview' : named;
    if (tool) calls[tool] = (calls[tool] ?? 0) + 1;
  }
  return Object.keys(calls).length > 0 ? calls : undefined;
}

/** The older search has a price of its own, and calls of the same type: the request's tools, which a response repeats, tell. */
function isPreview(tools: unknown): boolean {
  return Array.isArray(tools) && tools.some((tool) => isObject(tool) && /^web_search_preview/.test(asText(tool.type)));
}

export function writeUsage({ prompt, completion, cacheRead, cacheWrite, reasoning = 0 }: UsageTokens): Json {
  return {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: cacheRead, ...(cacheWrite > 0 && { cache_write_tokens: cacheWrite }) },
    output_tokens: completion,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: prompt + completion,
  };
}
