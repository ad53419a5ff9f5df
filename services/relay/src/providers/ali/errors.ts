import type { UpstreamError } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';

/** Codes of both shapes. They decide before the status, which varies; `insufficient_quota` is a rate here, not money. */
export const verdicts: readonly VerdictRule[] = [
  { says: /^(InvalidApiKey|invalid_api_key|Arrearage)\b/, verdict: 'credential' },
  { says: /FreeTierOnly|free allocated quota exceeded/i, verdict: 'retry' },
  { says: /^(AccessDenied|Throttling|insufficient_quota|ModelNotFound|model_not_found)\b/, verdict: 'retry' },
  { says: /^(RequestTimeOut|InternalError|ModelServingError|ServiceUnavailable)\b/, verdict: 'retry' },
  { says: /^(InvalidParameter|invalid_parameter_error|BadRequest|InvalidURL)\b/, verdict: 'client' },
  { says: /^(DataInspectionFailed|data_inspection_failed)\b/, verdict: 'client' },
];

export const { readError, errorIn } = withVerdicts(
  { readError: openaiChat.readError, errorIn: nativeErrorIn },
  verdicts,
);

/** DashScope's own answers say `code` and `message` beside nothing else; a task says them inside its output. */
function nativeErrorIn(payload: unknown): UpstreamError | undefined {
  if (!isObject(payload)) return undefined;
  const holder = isObject(payload.output) ? payload.output : payload;
  const { code, message } = holder;
  if (typeof code === 'string' && code !== '' && typeof message === 'string') {
    return openaiChat.readError(500, JSON.stringify({ error: { code, message } }));
  }
  return openaiChat.errorIn(payload);
}
