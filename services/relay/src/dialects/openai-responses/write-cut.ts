import type { CutReason } from '../dialect.ts';
import { isObject } from '../json.ts';
import { newId } from '../new-id.ts';
import { writeEvent } from './event.ts';

/** Ends a stream that was passed on as a response that reached its limit, or was filtered, ends; its items were not kept. */
export function writeCut(last: unknown, reason: CutReason): string {
  const sequence = isObject(last) && typeof last.sequence_number === 'number' ? last.sequence_number + 1 : 0;
  const response = {
    id: newId('resp_'),
    object: 'response',
    status: 'incomplete',
    error: null,
    incomplete_details: { reason: reason === 'length' ? 'max_output_tokens' : 'content_filter' },
    output: [],
  };
  return writeEvent({ type: 'response.incomplete', sequence_number: sequence, response });
}
