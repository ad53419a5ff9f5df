import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { failureIn } from './base-resp.ts';

/** Events that need a change, told by their bytes. */
export const revisedEvents = /"message"|"base_resp"|"usage"|"reasoning_details"|"output_sensitive"\s*:\s*true/;

/**
 * The last event of a stream repeats the whole answer as a message, which was said already; those before it count
 * nothing; failures are told in `base_resp`; thinking stands in `reasoning_details`.
 */
export function revise(payload: Json, inStream: boolean): Json {
  const failure = failureIn(payload);
  if (failure) return failure;
  const { usage, choices, output_sensitive: blocked, ...rest } = payload;
  const counted = isObject(usage) && usage.total_tokens !== 0;
  return {
    ...rest,
    ...(Array.isArray(choices) && {
      choices: choices.filter(isObject).map((choice) => reviseChoice(choice, inStream, blocked === true)),
    }),
    ...(counted && { usage }),
  };
}

function reviseChoice({ message, ...choice }: Json, inStream: boolean, blocked: boolean): Json {
  return {
    ...choice,
    ...(blocked && choice.finish_reason ? { finish_reason: 'content_filter' } : {}),
    ...(inStream ? { delta: withReasoning(choice.delta ?? {}) } : { message: withReasoning(message) }),
  };
}

function withReasoning(message: unknown): unknown {
  if (!isObject(message) || !Array.isArray(message.reasoning_details) || message.reasoning_content) return message;
  const texts = message.reasoning_details.map((detail) =>
    isObject(detail) && typeof detail.text === 'string' ? detail.text : '',
  );
  return { ...message, reasoning_content: texts.join('') };
}
