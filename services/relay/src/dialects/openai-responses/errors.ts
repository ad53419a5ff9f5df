import type { GatewayError } from '../../errors.ts';
import type { UpstreamError } from '../canonical.ts';
import { asText, isObject } from '../json.ts';
import { errorIn as chatErrorIn, readError } from '../openai-chat/errors.ts';
import { sequenceBehind, writeEvent } from './event.ts';

/** A response that failed, the event that says so, the `error` event, or OpenAI's usual body. All come with status 200. */
export function errorIn(payload: unknown): UpstreamError | undefined {
  if (!isObject(payload)) return undefined;
  const response = isObject(payload.response) ? payload.response : payload;
  if (response.status === 'failed' || payload.type === 'response.failed')
    return judged(isObject(response.error) ? response.error : { message: 'The upstream failed.' });
  if (payload.type === 'error') return judged(isObject(payload.error) ? payload.error : payload);
  return isObject(payload.error) ? chatErrorIn(payload) : undefined;
}

/** What no other channel would take either: prompts, pictures and files that are refused. */
const clientCodes =
  /^(invalid_|unsupported_|image_|empty_image|failed_to_download_image|context_length_exceeded)|_policy/;

function judged(error: Record<string, unknown>): UpstreamError {
  const { code } = error;
  const status = code === 'rate_limit_exceeded' ? 429 : clientCodes.test(asText(code)) ? 400 : 500;
  return readError(status, JSON.stringify({ error }));
}

export function writeStreamError({ code, message, param }: GatewayError, last?: unknown): string {
  return writeEvent({ type: 'error', sequence_number: sequenceBehind(last), code, message, param });
}
