import { createHash } from 'node:crypto';
import { badRequest } from '../../errors.ts';
import type { ChatRequest, Json } from '../canonical.ts';
import type { Warn } from '../dialect.ts';
import { warnUnused } from '../warn-unused.ts';
import { writeCacheControl } from './cache-control.ts';
import { type Capabilities, capabilitiesOf } from './capabilities.ts';
import { cleanSchema } from './schema.ts';
import { planThinking, splitModel } from './thinking.ts';
import { type Turn, writeMessages } from './write-messages.ts';
import { writeTools } from './write-tools.ts';

const mostCacheMarks = 4;

/** Writes a request for /v1/messages, within what the model takes. */
export function writeRequest(given: ChatRequest, warn: Warn): Json {
  const { model, thinks } = splitModel(given.model);
  const request = thinks && !given.reasoning ? { ...given, reasoning: { effort: 'medium' as const } } : given;
  if ((request.choices ?? 1) > 1) throw badRequest('This model gives one answer per request.', 'n');
  warnOfDropped(request, warn);
  const capabilities = capabilitiesOf(model);
  const { thinking, effort, maxTokens } = planThinking(request, capabilities, warn);
  const prefill = capabilities.prefill && !thinking;
  const { system, turns } = writeMessages(request.messages, { ...capabilities, prefill }, warn);
  const { instruction, ...tools } = writeTools(request, capabilities, warn);
  const format = writeFormat(request, capabilities);
  for (const text of [format.instruction, instruction]) if (text) system.push({ type: 'text', text });
  limitCacheMarks([...(tools.tools ?? []), ...system, ...turns.flatMap(({ content }) => content)], request);
  const config = { ...(effort ? { effort } : {}), ...(format.format ? { format: format.format } : {}) };
  const stop = request.stop?.filter((sequence) => sequence.trim() !== '') ?? [];
  return {
    model,
    max_tokens: maxTokens,
    ...(system.length > 0 ? { system } : {}),
    messages: turns.map(plain),
    ...tools,
    ...(thinking ? { thinking } : {}),
    ...(Object.keys(config).length > 0 ? { output_config: config } : {}),
    ...(stop.length > 0 ? { stop_sequences: stop } : {}),
    ...writeSampling(request, capabilities.sampling && !thinking, warn),
    ...(request.user ? { metadata: { user_id: hashed(request.user) } } : {}),
    ...(request.serviceTier === 'auto' ? { service_tier: 'auto' } : {}),
    ...writeCacheControl(request.cacheControl),
    ...request.extensions['anthropic-messages'],
    stream: request.stream,
  };
}

function writeSampling({ temperature, topP, topK }: ChatRequest, allowed: boolean, warn: Warn): Json {
  if (!allowed) {
    const reason = 'this model, or its thinking, allows none';
    if (temperature !== undefined && temperature !== 1) warn('temperature', reason);
    if (topP !== undefined && topP !== 1) warn('top_p', reason);
    if (topK !== undefined) warn('top_k', reason);
    return {};
  }
  if (temperature !== undefined && temperature > 1) warn('temperature', 'at most 1');
  if (temperature !== undefined && topP !== undefined && topP !== 1) warn('top_p', 'not together with temperature');
  return {
    ...(temperature === undefined ? {} : { temperature: Math.min(temperature, 1) }),
    ...(topP === undefined || temperature !== undefined ? {} : { top_p: topP }),
    ...(topK === undefined ? {} : { top_k: topK }),
  };
}

/** Where the host can keep to no schema, the model is asked to. */
function writeFormat({ responseFormat }: ChatRequest, capabilities: Capabilities) {
  if (!responseFormat) return {};
  if (responseFormat.type !== 'json-schema')
    return responseFormat.type === 'json' ? { instruction: 'Answer with one JSON object and nothing else.' } : {};
  if (capabilities.schemas) return { format: { type: 'json_schema', schema: cleanSchema(responseFormat.schema) } };
  return { instruction: formatInstruction(responseFormat.schema) };
}

/** Words that ask for an answer of a schema. */
export function formatInstruction(schema: Json): string {
  return `Answer with JSON and nothing else, without a code fence. It must match this schema: ${JSON.stringify(schema)}`;
}

/** The last marks cover the longest prefixes; a fifth is refused. */
function limitCacheMarks(blocks: readonly Json[], { cacheControl }: ChatRequest): void {
  const marked = blocks.filter((block) => block.cache_control !== undefined);
  const most = cacheControl ? mostCacheMarks - 1 : mostCacheMarks;
  for (const block of marked.slice(0, Math.max(0, marked.length - most))) delete block.cache_control;
}

/** A turn of one plain text reads better as a string; the two mean the same. */
function plain({ role, content }: Turn): Json {
  const [only, second] = content;
  const bare = only?.type === 'text' && second === undefined && Object.keys(only).length === 2;
  return { role, content: bare ? only.text : content };
}

/** Names of persons and addresses stay here. */
function hashed(user: string): string {
  return createHash('sha256').update(user).digest('hex');
}

function warnOfDropped(request: ChatRequest, warn: Warn): void {
  const carried = Object.keys(request.extensions['anthropic-messages'] ?? {});
  warnUnused(request, ['presencePenalty', 'frequencyPenalty', 'seed', 'verbosity', 'metadata'], warn, carried);
  if (request.modalities?.some((kind) => kind !== 'text')) warn('modalities', 'this model writes text alone');
  if (request.serviceTier && request.serviceTier !== 'auto' && request.serviceTier !== 'default')
    warn('service_tier', 'the upstream has tiers of its own');
}
