import type { UpstreamError } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';

/** A 401 is about the model as often as about the key. */
export const verdicts: readonly VerdictRule[] = [
  { status: [401, 403], says: /\biam\b|iam_token|access_token|api_?key/i, verdict: 'credential' },
  { status: [402, 403], says: /arrear|balance|overdue|insufficient|欠费|余额/i, verdict: 'credential' },
  { says: /unsafe_request|_unsafe\b/, verdict: 'client' },
  { status: [401, 403], verdict: 'retry' },
];

const v1Verdicts: readonly VerdictRule[] = [
  { says: /^(6|13|14|17|19|100)\b/, verdict: 'credential' },
  // A token that was revoked is fetched anew within the hour; the key pair itself is judged there.
  { says: /^(110|111)\b/, verdict: 'retry' },
  { says: /^(1|2|4|15|18|336000|336100|336501|336502)\b/, verdict: 'retry' },
  { says: /^(3|33600[1-7]|33610[34]|3362\d\d)\b/, verdict: 'client' },
];

/** The first version refuses with status 200, streams included. */
export const { readError: readV1Error, errorIn: v1ErrorIn } = withVerdicts(
  {
    readError(status: number, body: string): UpstreamError {
      const payload = parseJson(body);
      return openaiChat.readError(status, isV1Error(payload) ? asError(payload) : body);
    },
    errorIn: (payload: unknown) => (isV1Error(payload) ? openaiChat.readError(500, asError(payload)) : undefined),
  },
  v1Verdicts,
);

function isV1Error(payload: unknown): payload is { error_code: unknown; error_msg?: unknown } {
  return isObject(payload) && payload.error_code !== undefined && payload.error_code !== 0;
}

function asError({ error_code: code, error_msg: message }: { error_code: unknown; error_msg?: unknown }): string {
  return JSON.stringify({ error: { code, message } });
}
