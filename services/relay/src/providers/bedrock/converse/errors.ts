import type { UpstreamError } from '../../../dialects/canonical.ts';
import { isObject } from '../../../dialects/json.ts';
import { readError } from '../../../dialects/openai-chat/errors.ts';

/** Statuses of exceptions that came inside a stream. */
const statuses: Readonly<Record<string, number>> = {
  validationException: 400,
  modelTimeoutException: 408,
  modelStreamErrorException: 424,
  throttlingException: 429,
  serviceUnavailableException: 503,
};

/** An exception among the events of a stream. */
export function errorIn(payload: unknown): UpstreamError | undefined {
  if (!isObject(payload) || typeof payload.__type !== 'string') return undefined;
  const { __type: exception, message } = payload;
  return readError(statuses[exception] ?? 500, JSON.stringify({ message }));
}
