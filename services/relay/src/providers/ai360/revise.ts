import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';

/** Events that need a change, told by their bytes. */
export const revisedEvents = /"finish_reason"\s*:\s*"(sensitive)?"/;

/** A choice that goes on has the reason '', and moderation a name of its own. */
export function revise(payload: Json): Json {
  if (!Array.isArray(payload.choices)) return payload;
  return { ...payload, choices: payload.choices.map((choice) => (isObject(choice) ? reviseChoice(choice) : choice)) };
}

function reviseChoice(choice: Json): Json {
  const { finish_reason: reason } = choice;
  return { ...choice, finish_reason: reason === '' ? null : reason === 'sensitive' ? 'content_filter' : reason };
}
