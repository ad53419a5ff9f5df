import type { Json } from '../../dialects/canonical.ts';
import { moderated } from './errors.ts';

/** Events that need a change, told by their bytes: those of a failure. */
export const revisedEvents = /"code"\s*:\s*[1-9]/;

/** The HTTP call tells failures beside the answer, with status 200 too. */
export function revise(payload: Json, inStream: boolean): Json {
  const { code, message } = payload;
  if (typeof code !== 'number' || code === 0) return payload;
  // What was said before stands.
  if (inStream && moderated.has(code)) return { choices: [{ index: 0, delta: {}, finish_reason: 'content_filter' }] };
  return { error: { code, message } };
}
