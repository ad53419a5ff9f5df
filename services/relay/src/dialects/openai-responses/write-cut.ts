import { isObject } from '../json.ts';
import { newId } from '../new-id.ts';
import { writeEvent } from './event.ts';

/** Ends a stream that was passed on as a response that reached its limit ends; its items were not kept. */
export function writeCut(last: unknown): string {
  const sequence = isObject(last) && typeof last.sequence_number === 'number' ? last.sequence_number + 1 : 0;
  const response = {
    id: newId('resp_'),
    object: 'response',
    status: 'incomplete',
    error: null,
    incomplete_details: { reason: 'max_output_tokens' },
    output: [],
  };
  return writeEvent({ type: 'response.incomplete', sequence_number: sequence, response });
}
