import type { UsageTokens } from '@switchyard/contracts';
import { isObject } from '../json.ts';
import { tokenCount } from '../token-count.ts';

/** A second of what a speaker says, in tokens (OpenAI: one for 100 ms). */
const tokensPerSecond = 10;
const mostSeconds = 86_400;

/**
 * Usage of one response (`response.done`); undefined when it has none. Cached sound is counted as cached, and not as sound
 * too: a price has one rate for it.
 */
export function readResponseUsage(usage: unknown): UsageTokens | undefined {
  if (!isObject(usage)) return undefined;
  const prompt = tokenCount(usage.input_tokens);
  const completion = tokenCount(usage.output_tokens);
  if (prompt === undefined && completion === undefined) return undefined;
  const read = memberOf(usage, 'input_token_details');
  const cached = memberOf(read, 'cached_tokens_details');
  const written = memberOf(usage, 'output_token_details');
  return {
    prompt: prompt ?? 0,
    completion: completion ?? 0,
    cacheRead: tokenCount(read.cached_tokens) ?? 0,
    cacheWrite: 0,
    audioInput: less(read.audio_tokens, cached.audio_tokens),
    imageInput: less(read.image_tokens, cached.image_tokens),
    audioOutput: tokenCount(written.audio_tokens) ?? 0,
  };
}

/**
 * Usage of one transcript of what a speaker said, by whichever the host counts: tokens, or `{type: "duration", seconds}`.
 * Both come out, since the price may be for either.
 */
export function readTranscriptUsage(usage: unknown): UsageTokens | undefined {
  if (!isObject(usage)) return undefined;
  const { seconds } = usage;
  if (typeof seconds === 'number' && seconds >= 0 && seconds <= mostSeconds) {
    const sound = Math.ceil(seconds * tokensPerSecond);
    return { prompt: sound, completion: 0, cacheRead: 0, cacheWrite: 0, audioInput: sound, seconds };
  }
  const counted = readResponseUsage(usage);
  return counted && { ...counted, seconds: (counted.audioInput || counted.prompt) / tokensPerSecond };
}

function less(all: unknown, cached: unknown): number {
  return Math.max(0, (tokenCount(all) ?? 0) - (tokenCount(cached) ?? 0));
}

function memberOf(holder: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = holder[name];
  return isObject(value) ? value : {};
}
