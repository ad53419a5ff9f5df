import type { CutReason } from '../dialect.ts';
import { newId } from '../new-id.ts';
import { sequenceBehind, writeEvent } from './event.ts';

/** Ends a stream that was passed on as a response that reached its limit, or was filtered, ends; its items were not kept. */
export function writeCut(last: unknown, reason: CutReason): string {
  const response = {
    id: newId('resp_'),
    object: 'response',
    status: 'incomplete',
    error: null,
    incomplete_details: { reason: reason === 'length' ? 'max_output_tokens' : 'content_filter' },
    output: [],
  };
  return writeEvent({ type: 'response.incomplete', sequence_number: sequenceBehind(last), response });
}
