import { badRequest } from '../../errors.ts';
import {
  type ChatRequest,
  type Effort,
  efforts,
  type Json,
  type ReasoningRequest,
  type ResponseFormat,
} from '../canonical.ts';
import { isObject } from '../json.ts';
import { readCacheControl } from '../read-cache-control.ts';
import { readMessages } from './read-messages.ts';
import { readTools } from './read-tools.ts';

const known = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
  'web_search_options',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
  'reasoning',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'top_k',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'stop',
  'verbosity',
  'n',
  'modalities',
  'user',
  'safety_identifier',
  'metadata',
  'service_tier',
  'prompt_cache_key',
  'cache_control',
]);

/** Reads a chat completion's request. Throws a GatewayError (400) that names the field. */
export function readRequest(body: Json, target: Pick<ChatRequest, 'model' | 'stream'>): ChatRequest {
  const responseFormat = readFormat(body.response_format);
  const reasoning = readReasoning(body);
  const stop = typeof body.stop === 'string' ? [body.stop] : strings(body.stop);
  const modalities = strings(body.modalities);
  const user = body.safety_identifier ?? body.user;
  const cacheControl = readCacheControl(body.cache_control);
  const extensions = Object.fromEntries(
    Object.entries(body).filter(([key, value]) => !known.has(key) && value !== null && value !== undefined),
  );
  return {
    ...target,
    messages: readMessages(body.messages),
    ...readTools(body),
    ...(typeof body.parallel_tool_calls === 'boolean' && { parallelToolCalls: body.parallel_tool_calls }),
    ...(responseFormat && { responseFormat }),
    ...(reasoning && { reasoning }),
    ...number(body, 'maxTokens', 'max_completion_tokens', 'max_tokens'),
    ...number(body, 'temperature', 'temperature'),
    ...number(body, 'topP', 'top_p'),
    ...number(body, 'topK', 'top_k'),
    ...number(body, 'presencePenalty', 'presence_penalty'),
    ...number(body, 'frequencyPenalty', 'frequency_penalty'),
    ...number(body, 'seed', 'seed'),
    ...number(body, 'choices', 'n'),
    ...(stop.length > 0 && { stop }),
    ...(typeof body.verbosity === 'string' && { verbosity: body.verbosity }),
    ...(modalities.some((kind) => kind !== 'text') && { modalities }),
    ...(typeof user === 'string' && { user }),
    ...(isObject(body.metadata) && { metadata: body.metadata }),
    ...(typeof body.service_tier === 'string' && { serviceTier: body.service_tier }),
    ...(typeof body.prompt_cache_key === 'string' && { cacheKey: body.prompt_cache_key }),
    ...(cacheControl && { cacheControl }),
    extensions: Object.keys(extensions).length > 0 ? { 'openai-chat': extensions } : {},
  };
}

function number(body: Json, name: keyof ChatRequest, ...keys: string[]): Partial<ChatRequest> {
  for (const key of keys) {
    const value = body[key];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'number') throw badRequest(`${key} must be a number.`, key);
    return { [name]: value };
  }
  return {};
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function readFormat(format: unknown): ResponseFormat | undefined {
  if (!isObject(format)) return undefined;
  if (format.type === 'json_object') return { type: 'json' };
  if (format.type !== 'json_schema') return format.type === 'text' ? { type: 'text' } : undefined;
  const { name, description, schema, strict } = isObject(format.json_schema) ? format.json_schema : {};
  if (!isObject(schema))
    throw badRequest('response_format.json_schema needs a schema.', 'response_format.json_schema.schema');
  return {
    type: 'json-schema',
    schema,
    ...(typeof name === 'string' && { name }),
    ...(typeof description === 'string' && { description }),
    ...(typeof strict === 'boolean' && { strict }),
  };
}

/** `reasoning_effort`, the `reasoning` object of OpenRouter's clients, or Google's own extension. */
function readReasoning(body: Json): ReasoningRequest | undefined {
  const more = isObject(body.reasoning) ? body.reasoning : {};
  const google = isObject(body.extra_body) && isObject(body.extra_body.google) ? body.extra_body.google : {};
  const thinking = isObject(google.thinking_config) ? google.thinking_config : {};
  const word = body.reasoning_effort ?? more.effort ?? lower(thinking.thinking_level);
  const budget = more.max_tokens ?? thinking.thinking_budget;
  if (word !== undefined && word !== null && !isEffort(word))
    throw badRequest(`reasoning_effort must be one of ${efforts.join(', ')}.`, 'reasoning_effort');
  const visible = more.exclude === true || thinking.include_thoughts === false ? { visible: false } : {};
  if (!isEffort(word) && typeof budget !== 'number') return undefined;
  return {
    ...(isEffort(word) && { effort: word }),
    ...(typeof budget === 'number' && { budgetTokens: budget }),
    visible: true,
    ...visible,
  };
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function isEffort(value: unknown): value is Effort {
  return efforts.includes(value as Effort);
}
