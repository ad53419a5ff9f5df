import type { ChatRequest } from './canonical.ts';
import type { Warn } from './dialect.ts';

/** Members that a host may have no place for, as OpenAI's clients know them. */
const names = {
  parallelToolCalls: 'parallel_tool_calls',
  responseFormat: 'response_format',
  reasoning: 'reasoning_effort',
  maxTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  seed: 'seed',
  stop: 'stop',
  verbosity: 'verbosity',
  choices: 'n',
  modalities: 'modalities',
  user: 'user',
  metadata: 'metadata',
  serviceTier: 'service_tier',
  cacheKey: 'prompt_cache_key',
  cacheControl: 'cache_control',
} satisfies Partial<Record<keyof ChatRequest, string>>;

export type Unused = keyof typeof names;

/** What hosts with a chat format of their own have no place for. */
export const seldomTaken = [
  'parallelToolCalls',
  'verbosity',
  'modalities',
  'user',
  'metadata',
  'serviceTier',
  'cacheKey',
  'cacheControl',
] as const satisfies readonly Unused[];

const reason = 'this model does not take it';

/**
 * Tells of the members that a client sent and the host has no place for: those of `unused`, and every extension but those that
 * `carried` names.
 */
export function warnUnused(
  request: ChatRequest,
  unused: readonly Unused[],
  warn: Warn,
  carried: readonly string[] = [],
): void {
  for (const key of unused) {
    if (request[key] !== undefined && !(key === 'choices' && request.choices === 1)) warn(names[key], reason);
  }
  for (const extension of Object.values(request.extensions)) {
    for (const key of Object.keys(extension ?? {})) if (!carried.includes(key)) warn(key, reason);
  }
}
