import type { UpstreamError } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import { type VerdictRule, withVerdicts } from '../../dialects/verdicts.ts';

const verdicts: readonly VerdictRule[] = [
  // Our clock or a busy moment: another channel may do.
  { says: /^(AuthFailure\.SignatureExpire|RequestLimitExceeded|LimitExceeded|InternalError)/, verdict: 'retry' },
  { says: /^FailedOperation\.Engine/, verdict: 'retry' },
  { says: /^(AuthFailure|UnauthorizedOperation)/, verdict: 'credential' },
  { says: /^FailedOperation\.(ResourcePack|FreeResourcePack|ServiceStop|ServiceNotActivated)/, verdict: 'credential' },
  { says: /^ResourceInsufficient\.ChargeResourceExhaust/, verdict: 'credential' },
  // The service is gone for this key.
  { says: /^(ActionOffline|NoSuchVersion|InvalidAction)/, verdict: 'credential' },
  { says: /^InvalidParameterValue\.Model/, verdict: 'retry' },
  { says: /^(InvalidParameter|MissingParameter|UnknownParameter|OperationDenied)/, verdict: 'client' },
];

/** Refusals come with status 200, of streams too: `Response.Error`, or `ErrorMsg` within a stream. */
export const { readError, errorIn } = withVerdicts(
  {
    readError(status: number, body: string): UpstreamError {
      const error = errorOf(parseJson(body));
      return openaiChat.readError(status, error ? JSON.stringify({ error }) : body);
    },
    errorIn(payload: unknown): UpstreamError | undefined {
      const error = errorOf(payload);
      return error && openaiChat.readError(500, JSON.stringify({ error }));
    },
  },
  verdicts,
);

function errorOf(payload: unknown): { code: unknown; message: unknown } | undefined {
  if (!isObject(payload)) return undefined;
  const response = isObject(payload.Response) ? payload.Response : payload;
  if (isObject(response.Error)) return { code: response.Error.Code, message: response.Error.Message };
  return isObject(response.ErrorMsg) ? { code: response.ErrorMsg.Code, message: response.ErrorMsg.Msg } : undefined;
}
