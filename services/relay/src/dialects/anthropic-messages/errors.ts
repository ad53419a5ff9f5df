import { type GatewayError, spentCodes } from '../../errors.ts';
import type { UpstreamError } from '../canonical.ts';
import { asText, isObject } from '../json.ts';
import { readError as readCommonError } from '../openai-chat/errors.ts';
import { judge, type VerdictRule } from '../verdicts.ts';

const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};
const types = new Map(Object.entries(statuses).map(([type, status]) => [status, type]));

const rules: readonly VerdictRule[] = [
  // What is wrong with a field stands behind its name, and the client chose both: `usage limit: Extra inputs are not permitted`.
  {
    verdict: 'credential',
    status: [400, 413, 422],
    begins:
      /^(?!.*: )(your credit balance|(this|your) organi[sz]ation (has been |is )?disabled|(you have|your organi[sz]ation has) reached .*(spend(ing)?|usage) limits?\b)/is,
  },
  { verdict: 'credential', status: 429, says: /credit balance|enforced_spend_limit|(spend(ing)?|usage) limits?\b/i },
  {
    verdict: 'credential',
    status: 403,
    says: /organi[sz]ation|disabled|credit balance|(spend(ing)?|usage) limits?\b/i,
  },
  { verdict: 'retry', status: 403 },
  { verdict: 'retry', status: 400, begins: /^(?!.*: ).*data[- ]retention/is },
];

/** Reads `{type: "error", error: {type, message}}`, and what imitators and the hosts' edges answer instead. */
export function readError(status: number, body: string): UpstreamError {
  return judge(rules, readCommonError(status, body), status);
}

/** An error that came with status 200: the `error` event of a stream, or a body of that shape. */
export function errorIn(payload: unknown): UpstreamError | undefined {
  if (!isObject(payload) || !payload.error) return undefined;
  const type = isObject(payload.error) ? asText(payload.error.type) : '';
  return readError(statuses[type] ?? 500, JSON.stringify(payload));
}

/** The body of a refusal for a client of this dialect; its words differ from the table's for some. */
export function writeError(error: GatewayError, requestId: string): { status?: number; body: unknown } {
  const status = statusOf(error);
  return {
    ...(status === error.status ? {} : { status }),
    body: { type: 'error', error: { type: typeOf(status), message: error.message }, request_id: requestId },
  };
}

export function writeStreamError(error: GatewayError): string {
  return errorEvent(typeOf(statusOf(error)), error.message);
}

/** An upstream's error in the middle of an answer; its type stays when a client of this dialect knows it. */
export function writeUpstreamError({ type, message, verdict }: UpstreamError): string {
  const known = verdict !== 'credential' && type in statuses;
  return errorEvent(known ? type : verdict === 'client' ? 'invalid_request_error' : 'api_error', message);
}

function errorEvent(type: string, message: string): string {
  return `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, message } })}\n\n`;
}

function statusOf({ code, status }: GatewayError): number {
  if (spentCodes.has(code)) return 402;
  if (code === 'model_not_allowed') return 404;
  return status === 503 ? 529 : status;
}

function typeOf(status: number): string {
  return types.get(status) ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}
