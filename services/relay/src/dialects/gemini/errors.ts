import { type GatewayError, spentCodes } from '../../errors.ts';
import type { Json, UpstreamError, Verdict } from '../canonical.ts';
import { asText, isObject } from '../json.ts';
import { readError as readCommonError } from '../openai-chat/errors.ts';
import { parseJson } from '../parse-json.ts';

/** Names of Google's for what HTTP says with a status (google.rpc.Code). */
const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};
const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};
const deadKey = /^api[ _]key (not valid|expired|not found|is invalid)/i;
const spentAccount = /prepay\w* credits|credits (are|is) depleted/i;
/** Texts name keys and projects of the operator. */
const ownNames = /\bAIza[\w-]{10,}|\bAQ\.[\w.-]{10,}|\bprojects?(?:[ /#]|_number:)[\w-]*\d[\w-]*/g;

/** Reads `{error: {code, message, status, details}}`, also inside an array, and what stands before Google's hosts. */
export function readError(status: number, body: string): UpstreamError {
  const payload = unwrap(parseJson(body));
  const fields = isObject(payload) && isObject(payload.error) ? payload.error : {};
  const name = typeof fields.status === 'string' ? fields.status : '';
  const common = readCommonError(status, body.startsWith('[') ? JSON.stringify(payload ?? null) : body);
  const reason = reasonOf(fields);
  return {
    verdict: judge(status, name, reason, common.message),
    message: common.message.replace(ownNames, '***'),
    type: types[status] ?? 'server_error',
    code: reason || name || common.code,
    param: null,
    ...retryInfo(fields),
  };
}

/** google.rpc.RetryInfo: a duration in seconds, such as `17s`. */
function retryInfo(fields: Json): Pick<UpstreamError, 'retryAfterMs'> {
  const details = Array.isArray(fields.details) ? fields.details.filter(isObject) : [];
  const delay = details.find(({ retryDelay }) => typeof retryDelay === 'string')?.retryDelay;
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(asText(delay))?.[1];
  return seconds === undefined ? {} : { retryAfterMs: Number(seconds) * 1000 };
}

/** An error that came with status 200: a bare one in a stream, or a body of that shape. */
export function errorIn(payload: unknown): UpstreamError | undefined {
  const found = Array.isArray(payload) ? payload.find((item) => isObject(item) && item.error) : payload;
  if (!isObject(found) || !found.error) return undefined;
  const code = isObject(found.error) ? Number(found.error.code) : Number.NaN;
  return readError(code >= 400 && code < 600 ? code : 500, JSON.stringify(found));
}

/** The body of a refusal for a client of this dialect; its words differ from the table's for some. */
export function writeError(error: GatewayError): { status?: number; body: unknown } {
  const status = statusOf(error);
  return { ...(status === error.status ? {} : { status }), body: errorBody(status, error.message, detailsOf(error)) };
}

export function writeStreamError(error: GatewayError): string {
  return `data: ${JSON.stringify(errorBody(statusOf(error), error.message))}\n\n`;
}

/** An upstream's error in the middle of an answer. */
export function writeUpstreamError({ verdict, message }: UpstreamError): string {
  return `data: ${JSON.stringify(errorBody(verdict === 'client' ? 400 : 500, message))}\n\n`;
}

function errorBody(code: number, message: string, details: Json[] = []): Json {
  const status = statusNames[code] ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
  return { error: { code, message, status, ...(details.length > 0 && { details }) } };
}

function detailsOf({ status, retryAfterMs }: GatewayError): Json[] {
  const details: Json[] = [];
  if (status === 401) {
    const domain = 'googleapis.com';
    details.push({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain });
  }
  if (retryAfterMs !== undefined) {
    const retryDelay = `${Math.max(1, Math.ceil(retryAfterMs / 1000))}s`;
    details.push({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });
  }
  return details;
}

/** Google has no status of its own for a bad key, for an empty account or for a body that is too large. */
function statusOf({ code, status }: GatewayError): number {
  if (spentCodes.has(code)) return 429;
  if (code === 'model_not_allowed') return 404;
  if (status === 529) return 503;
  if (status in statusNames) return status === 401 ? 400 : status;
  return status < 500 ? 400 : 500;
}

function judge(status: number, name: string, reason: string, said: string): Verdict {
  // Google's own sentence stands first: further on, what the client wrote is quoted.
  if (reason === 'API_KEY_INVALID' || deadKey.test(said)) return 'credential';
  if (status === 400) return name === 'FAILED_PRECONDITION' ? 'credential' : 'client';
  if (status === 413 || status === 422) return 'client';
  if (spentAccount.test(said)) return 'credential';
  if (status === 401 || status === 402) return 'credential';
  // A key may be good for all models but one.
  if (status === 403) return /\bmodels?[ /]/i.test(said) ? 'retry' : 'credential';
  return 'retry';
}

function unwrap(payload: unknown): unknown {
  return Array.isArray(payload) ? payload[0] : payload;
}

/** google.rpc.ErrorInfo says in one word what is wrong. */
function reasonOf(error: Json): string {
  for (const detail of Array.isArray(error.details) ? error.details : []) {
    if (isObject(detail) && typeof detail.reason === 'string') return detail.reason;
  }
  return '';
}
