import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';

/** Events that need a change, told by their bytes. */
export const revisedEvents =
  /"finish_reason"\s*:\s*"(sensitive|network_error|model_context_window_exceeded)|"input_tokens_details"/;

const finishReasons: Readonly<Record<string, string>> = {
  sensitive: 'content_filter',
  model_context_window_exceeded: 'length',
};

/** Zhipu's own reasons to finish, and its second place for cached tokens. */
export function revise(payload: Json): Json {
  const choices = Array.isArray(payload.choices) ? payload.choices.filter(isObject) : undefined;
  if (!choices) return payload;
  if (choices.some((choice) => choice.finish_reason === 'network_error')) {
    return { error: { code: 'network_error', message: 'The model broke its answer off.' } };
  }
  return {
    ...payload,
    choices: choices.map(reviseChoice),
    ...(isObject(payload.usage) && { usage: reviseUsage(payload.usage) }),
  };
}

function reviseChoice(choice: Json): Json {
  const raw = choice.finish_reason;
  return {
    ...choice,
    ...(typeof raw === 'string' && { finish_reason: finishReasons[raw] ?? raw }),
  };
}

function reviseUsage(usage: Json): Json {
  return isObject(usage.input_tokens_details) && usage.prompt_tokens_details === undefined
    ? { ...usage, prompt_tokens_details: usage.input_tokens_details }
    : usage;
}
