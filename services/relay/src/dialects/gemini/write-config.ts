import type { ChatRequest, Json } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import type { Capabilities } from './capabilities.ts';
import { toGoogleSchema } from './schema.ts';
import { writeThinking } from './thinking.ts';

const mostStops = 5;

/** `generationConfig` of a request. `functions`: it declares functions. */
export function writeConfig(request: ChatRequest, rules: Capabilities & { functions: boolean }, warn: Warn): Json {
  const { maxTokens, seed, presencePenalty, frequencyPenalty, modalities, stop = [] } = request;
  const most = request.stream ? rules.mostStreamedTokens : rules.mostWholeTokens;
  const thinkingConfig = writeThinking(request.reasoning, rules, warn);
  if (stop.length > mostStops) warn('stop', `only ${mostStops} are known to the upstream`);
  return {
    ...(maxTokens !== undefined && { maxOutputTokens: Math.min(maxTokens, most) }),
    ...writeSampling(request, rules, warn),
    ...(seed !== undefined && { seed }),
    ...(presencePenalty !== undefined && { presencePenalty }),
    ...(frequencyPenalty !== undefined && { frequencyPenalty }),
    ...(stop.length > 0 && { stopSequences: stop.slice(0, mostStops) }),
    ...(modalities && { responseModalities: modalities.map((kind) => kind.toUpperCase()) }),
    ...writeFormat(request, rules, warn),
    ...(thinkingConfig && { thinkingConfig }),
  };
}

function writeSampling({ temperature, topP, topK }: ChatRequest, { sampling }: Capabilities, warn: Warn): Json {
  if (!sampling) {
    const reason = 'this model pays no heed to it';
    if (temperature !== undefined && temperature !== 1) warn('temperature', reason);
    if (topP !== undefined && topP !== 1) warn('top_p', reason);
    if (topK !== undefined) warn('top_k', reason);
    return {};
  }
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
  };
}

function writeFormat(
  { responseFormat }: ChatRequest,
  { functions, mixes, jsonSchemas }: Capabilities & { functions: boolean },
  warn: Warn,
): Json {
  if (!responseFormat || responseFormat.type === 'text') return {};
  if (functions && !mixes) {
    warn('response_format', 'this model cannot be held to it while it has functions');
    return {};
  }
  const responseMimeType = 'application/json';
  if (responseFormat.type !== 'json-schema') return { responseMimeType };
  const { schema } = responseFormat;
  return jsonSchemas
    ? { responseMimeType, responseJsonSchema: schema }
    : { responseMimeType, responseSchema: toGoogleSchema(schema) };
}
