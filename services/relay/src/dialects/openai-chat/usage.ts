import type { UsageTokens } from '@switchyard/contracts';
import type { Json } from '../canonical.ts';
import { isObject } from '../json.ts';
import { tokenCount } from '../token-count.ts';

/**
 * Usage of an OpenAI-shaped payload. OpenAI counts cached tokens inside prompt_tokens and reasoning inside
 * completion_tokens; imitators that do otherwise are recognised by their sums.
 * Places: `usage`, `choices[0].usage` (Moonshot), `x_groq.usage` (Groq).
 */
export function readUsage(payload: unknown): UsageTokens | undefined {
  if (!isObject(payload)) return undefined;
  const usage = findUsage(payload);
  if (!usage) return undefined;
  const prompt = tokenCount(usage.prompt_tokens);
  const completion = tokenCount(usage.completion_tokens);
  const total = tokenCount(usage.total_tokens);
  if (prompt === undefined && completion === undefined && total === undefined) return undefined;
  const promptDetails = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const completionDetails = isObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  const cacheRead =
    tokenCount(promptDetails.cached_tokens) ??
    tokenCount(usage.prompt_cache_hit_tokens) ??
    tokenCount(usage.cached_tokens) ??
    0;
  const cacheWrite =
    tokenCount(promptDetails.cache_write_tokens) ??
    tokenCount(promptDetails.cache_creation_input_tokens) ??
    tokenCount(usage.cache_creation_input_tokens) ??
    0;
  const reasoning = tokenCount(completionDetails.reasoning_tokens) ?? 0;
  let read = prompt ?? Math.max(0, (total ?? 0) - (completion ?? 0));
  let written = completion ?? Math.max(0, (total ?? 0) - read);
  // xAI leaves reasoning out of completion_tokens but not out of the total.
  if (total !== undefined && reasoning > 0 && total - read - written === reasoning) written = total - read;
  // A vendor that leaves the cache out of prompt_tokens.
  if (cacheRead > read) read += cacheRead;
  const audioInput = tokenCount(promptDetails.audio_tokens);
  const audioOutput = tokenCount(completionDetails.audio_tokens);
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
