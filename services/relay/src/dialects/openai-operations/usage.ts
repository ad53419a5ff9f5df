import type { UsageTokens } from '@switchyard/contracts';
import { wholeSeconds } from '@switchyard/pricing';
import { isObject } from '../json.ts';
import { readUsage as readChatUsage } from '../openai-chat/usage.ts';
import { tokenCount } from '../token-count.ts';

/**
 * Usage of pictures, sound and rankings: `input_tokens` with details by kind (spelled `input_tokens_details` of pictures,
 * `input_token_details` of sound), `{type: "duration", seconds}`, a `duration` beside a transcript, search units
 * (Cohere). Whatever writes `prompt_tokens` is read as of a chat.
 */
export function readUsage(payload: unknown): UsageTokens | undefined {
  if (!isObject(payload)) return undefined;
  const usage = isObject(payload.usage) ? payload.usage : {};
  const seconds = usage.type === 'duration' ? usage.seconds : payload.duration;
  if (typeof seconds === 'number' || typeof seconds === 'string') {
    const whole = wholeSeconds(Number(seconds));
    if (Number.isFinite(whole) && whole > 0) return { ...none, seconds: whole };
  }
  const input = tokenCount(usage.input_tokens);
  const output = tokenCount(usage.output_tokens);
  if (input === undefined && output === undefined) return readSearchUnits(payload) ?? readChatUsage(payload);
  const inputDetails = detailsOf(usage.input_tokens_details ?? usage.input_token_details);
  const outputDetails = detailsOf(usage.output_tokens_details ?? usage.output_token_details);
  return {
    prompt: input ?? 0,
    completion: output ?? 0,
    cacheRead: inputDetails.cached ?? 0,
    cacheWrite: 0,
    ...(inputDetails.audio && { audioInput: inputDetails.audio }),
    ...(inputDetails.image && { imageInput: inputDetails.image }),
    ...(outputDetails.audio && { audioOutput: outputDetails.audio }),
    ...(outputDetails.image && { imageOutput: outputDetails.image }),
  };
}

const none: UsageTokens = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 };

function readSearchUnits(payload: Record<string, unknown>): UsageTokens | undefined {
  const billed = isObject(payload.meta) && isObject(payload.meta.billed_units) ? payload.meta.billed_units : {};
  const units = tokenCount(billed.search_units);
  return units === undefined ? undefined : { ...none, calls: units };
}

function detailsOf(details: unknown) {
  const of = (name: string) => (isObject(details) ? tokenCount(details[name]) : undefined);
  return { cached: of('cached_tokens'), audio: of('audio_tokens'), image: of('image_tokens') };
}
