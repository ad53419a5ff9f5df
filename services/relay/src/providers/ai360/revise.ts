import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';

/** Events that need a change, told by their bytes. */
export const revisedEvents = /"finish_reason"\s*:\s*"sensitive"/;

/** Moderation has a name of its own. */
export function revise(payload: Json): Json {
  if (!Array.isArray(payload.choices)) return payload;
  const choices = payload.choices.map((choice) =>
    isObject(choice) && choice.finish_reason === 'sensitive' ? { ...choice, finish_reason: 'content_filter' } : choice,
  );
  return { ...payload, choices };
}
