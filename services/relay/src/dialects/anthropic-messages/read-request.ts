import { badRequest } from '../../errors.ts';
import type { ChatRequest, Json, ReasoningRequest, ResponseFormat } from '../canonical.ts';
import { efforts } from '../canonical.ts';
import { isObject } from '../json.ts';
import { readCacheControl } from '../read-cache-control.ts';
import { readMessages, readSystem } from './read-messages.ts';
import { readToolChoice, readTools } from './read-tools.ts';

const known = new Set([
  'model',
  'messages',
  'system',
  'stream',
  'max_tokens',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'output_format',
  'metadata',
  'service_tier',
  'cache_control',
]);

/** Reads a request of /v1/messages. Throws a GatewayError (400) that names the field. */
export function readRequest(body: Json, target: Pick<ChatRequest, 'model' | 'stream'>): ChatRequest {
  const extensions = Object.fromEntries(Object.entries(body).filter(([key]) => !known.has(key)));
  const system = readSystem(body.system);
  const messages = readMessages(body.messages);
  const reasoning = readReasoning(body);
  const responseFormat = readFormat(body);
  const cacheControl = readCacheControl(body.cache_control);
  const metadata = isObject(body.metadata) ? body.metadata : {};
  const tools = readTools(body.tools);
  const maxTokens = readNumber(body, 'max_tokens');
  const temperature = readNumber(body, 'temperature');
  const topP = readNumber(body, 'top_p');
  const topK = readNumber(body, 'top_k');
  const stop = readStop(body.stop_sequences);
  return {
    ...target,
    messages: system ? [system, ...messages] : messages,
    tools,
    ...readToolChoice(body.tool_choice),
    ...(responseFormat && { responseFormat }),
    ...(reasoning && { reasoning }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
    ...(stop.length > 0 && { stop }),
    ...(typeof metadata.user_id === 'string' && { user: metadata.user_id }),
    ...(typeof body.service_tier === 'string' && {
      serviceTier: body.service_tier === 'standard_only' ? 'default' : body.service_tier,
    }),
    ...(cacheControl && { cacheControl }),
    extensions: Object.keys(extensions).length > 0 ? { 'anthropic-messages': extensions } : {},
  };
}

/** Budgets are kept as they are: what they mean as an effort, the dialect decides that has no budgets. */
function readReasoning(body: Json): ReasoningRequest | undefined {
  const thinking = isObject(body.thinking) ? body.thinking : {};
  const config = isObject(body.output_config) ? body.output_config : {};
  if (thinking.type === 'disabled') return { effort: 'none' };
  const effort = efforts.find((word) => word === config.effort);
  const asked = thinking.type === 'enabled' || thinking.type === 'adaptive';
  if (!asked && !effort) return undefined;
  return {
    ...(effort && { effort }),
    ...(typeof thinking.budget_tokens === 'number' && { budgetTokens: thinking.budget_tokens }),
    ...(asked && { visible: thinking.display !== 'omitted' }),
  };
}

/** Not called strict: other makers' strict schemas must require every property, Anthropic's need not. */
function readFormat(body: Json): ResponseFormat | undefined {
  const config = isObject(body.output_config) ? body.output_config : {};
  const format = config.format ?? body.output_format;
  if (!isObject(format) || !isObject(format.schema)) return undefined;
  return { type: 'json-schema', schema: format.schema };
}

function readNumber(body: Json, key: string): number | undefined {
  const value = body[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number') throw badRequest(`${key} must be a number.`, key);
  return value;
}

function readStop(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    throw badRequest('stop_sequences must be an array of strings.', 'stop_sequences');
  return value;
}
