import type { UsageTokens } from '@switchyard/contracts';

type Json = Record<string, unknown>;

/** Nobody reads or writes more in one request: a greater figure is a fault of the upstream and not believed. */
const mostTokens = 1e8;

/**
 * Usage of an OpenAI-shaped payload. OpenAI counts cached tokens inside prompt_tokens and reasoning inside
 * completion_tokens; imitators that do otherwise are recognised by their sums.
 * Places: `usage`, `choices[0].usage` (Moonshot), `x_groq.usage` (Groq).
 */
export function readUsage(payload: unknown): UsageTokens | undefined {
  if (!isObject(payload)) return undefined;
  const usage = findUsage(payload);
  if (!usage) return undefined;
  const prompt = count(usage.prompt_tokens);
  const completion = count(usage.completion_tokens);
  const total = count(usage.total_tokens);
  if (prompt === undefined && completion === undefined && total === undefined) return undefined;
  const promptDetails = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const completionDetails = isObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  const cacheRead =
    count(promptDetails.cached_tokens) ?? count(usage.prompt_cache_hit_tokens) ?? count(usage.cached_tokens) ?? 0;
  const cacheWrite = count(promptDetails.cache_write_tokens) ?? 0;
  const reasoning = count(completionDetails.reasoning_tokens) ?? 0;
  let read = prompt ?? Math.max(0, (total ?? 0) - (completion ?? 0));
  let written = completion ?? Math.max(0, (total ?? 0) - read);
  // xAI leaves reasoning out of completion_tokens but not out of the total.
  if (total !== undefined && reasoning > 0 && total - read - written === reasoning) written = total - read;
  // A vendor that leaves the cache out of prompt_tokens.
  if (cacheRead > read) read += cacheRead;
  const audioInput = count(promptDetails.audio_tokens);
  const audioOutput = count(completionDetails.audio_tokens);
  return {
    prompt: read,
    completion: written,
    cacheRead,
    cacheWrite,
    ...(reasoning > 0 ? { reasoning } : {}),
    ...(audioInput ? { audioInput } : {}),
    ...(audioOutput ? { audioOutput } : {}),
  };
}

function findUsage(payload: Json): Json | undefined {
  if (isObject(payload.usage)) return payload.usage;
  const choice = Array.isArray(payload.choices) ? payload.choices[0] : undefined;
  if (isObject(choice) && isObject(choice.usage)) return choice.usage;
  if (isObject(payload.x_groq) && isObject(payload.x_groq.usage)) return payload.x_groq.usage;
  return undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= mostTokens
    ? Math.ceil(value)
    : undefined;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
