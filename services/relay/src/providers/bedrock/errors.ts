import { readError as readMessagesError } from '../../dialects/anthropic-messages/errors.ts';
import type { UpstreamError, Verdict } from '../../dialects/canonical.ts';

/** Texts that say what the status does not (the type is in a header), the first that fits. */
const verdicts: readonly (readonly [status: number, text: RegExp, verdict: Verdict])[] = [
  [403, /signature expired|signature not yet current/i, 'retry'],
  [403, /security token|signature|api[ -]?key|bearer token|authentication failed/i, 'credential'],
  [400, /incomplete ?signature|operation not allowed/i, 'credential'],
  [400, /on-demand throughput|model identifier is invalid|quota/i, 'retry'],
];

/** Reads `{message}` of Bedrock's, or the error of a model. */
export function readError(status: number, body: string): UpstreamError {
  const error = readMessagesError(status, body);
  return { ...error, verdict: judge(status, error) };
}

function judge(status: number, { message }: UpstreamError): Verdict {
  const told = verdicts.find(([of, text]) => of === status && text.test(message));
  if (told) return told[2];
  if (status === 401) return 'credential';
  return status === 400 || status === 413 ? 'client' : 'retry';
}
