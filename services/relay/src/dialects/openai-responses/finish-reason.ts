import type { FinishReason, Json } from '../canonical.ts';
import { asText, isObject } from '../json.ts';

/** From the status of a response and, when it is incomplete, its cause. */
export function readFinishReason(response: Json, calls: boolean): FinishReason {
  const details = isObject(response.incomplete_details) ? response.incomplete_details : {};
  const raw = response.status === 'incomplete' ? asText(details.reason ?? 'incomplete') : asText(response.status);
  if (raw === 'max_output_tokens') return { unified: 'length', raw };
  if (raw === 'content_filter') return { unified: 'content-filter', raw };
  if (response.status === 'incomplete') return { unified: 'other', raw };
  return { unified: calls ? 'tool-calls' : 'stop', raw };
}

/** Status and cause as a response tells them. */
export function writeStatus({ unified }: FinishReason): Json & { status: string } {
  const reason =
    unified === 'length' ? 'max_output_tokens' : unified === 'content-filter' ? 'content_filter' : undefined;
  return reason === undefined
    ? { status: 'completed', incomplete_details: null }
    : { status: 'incomplete', incomplete_details: { reason } };
}
