import type { UpstreamError, Verdict } from '../canonical.ts';
import { asText, isObject } from '../json.ts';
import { parseJson } from '../parse-json.ts';
import { scrub } from '../scrub.ts';

/** Codes and types that mean the account has no money or the key is dead, whatever the status (OpenAI, Moonshot). */
const deadAccount = new Set([
  'invalid_api_key',
  'account_deactivated',
  'billing_not_active',
  'billing_hard_limit_reached',
  'insufficient_quota',
  'credit_balance_exhausted',
  'exceeded_current_quota_error',
  'authentication_error',
  'invalid_authentication_error',
  'incorrect_api_key_error',
]);
/** How hosts begin to say that their account has no such thing. Anybody can name one: that says nothing about the host. */
const nothingOfThatName =
  /^(no such |the )?(vector store|file|container|conversation|item|prompt|(previous )?response)\b(?!.*\bmodel\b)/i;
const accountWords = /api[ _-]?key|balance|quota|credit|billing|deactivated|suspended|arrears|余额|欠费/i;

/** Reads the error bodies that OpenAI and its imitators answer with, HTML and plain text included. */
export function readError(status: number, body: string): UpstreamError {
  const payload = parseJson(body);
  const fields = findFields(payload);
  const message =
    fields.message || (payload === undefined ? plainText(body) : '') || `The upstream answered with status ${status}.`;
  return {
    verdict: judge(status, fields.type, fields.code, message),
    message: scrub(message),
    type: fields.type || 'upstream_error',
    code: fields.code || (fields.message ? null : 'bad_response_status_code'),
    param: fields.param,
  };
}

/** An `error` member in a payload of status 200. */
export function errorIn(payload: unknown): UpstreamError | undefined {
  if (!isObject(payload) || !payload.error) return undefined;
  const { code, status, type } = isObject(payload.error) ? payload.error : {};
  const given = Number(code ?? status);
  const inferred = type === 'invalid_request_error' ? 400 : 500;
  return readError(given >= 400 && given < 600 ? given : inferred, JSON.stringify(payload));
}

function judge(status: number, type: string, code: string, message: string): Verdict {
  if (deadAccount.has(code) || deadAccount.has(type)) return 'credential';
  if (status === 401 || status === 402) return 'credential';
  if (status === 403) return accountWords.test(message) ? 'credential' : 'retry';
  if (status === 400 || status === 413 || status === 415 || status === 422) return 'client';
  return status === 404 && nothingOfThatName.test(message) ? 'elsewhere' : 'retry';
}

interface ErrorFields {
  readonly message: string;
  readonly type: string;
  readonly code: string;
  readonly param: string | null;
}

function findFields(payload: unknown): ErrorFields {
  if (typeof payload === 'string') return { message: payload, type: '', code: '', param: null };
  if (!isObject(payload)) return { message: '', type: '', code: '', param: null };
  const error = payload.error ?? (Array.isArray(payload.errors) ? payload.errors[0] : undefined);
  // Hosts of tokens say a word and then a sentence (RFC 6749, 5.2).
  if (typeof error === 'string')
    return { message: text(payload.error_description) || error, type: '', code: '', param: null };
  const holder = isObject(error) ? error : payload;
  const detail = typeof holder.detail === 'string' ? holder.detail : holder.detail ? JSON.stringify(holder.detail) : '';
  return {
    message: text(holder.message) || text(holder.msg) || detail,
    type: text(holder.type),
    code: text(holder.code),
    param: text(holder.param) || null,
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? asText(value) : '';
}

function plainText(body: string): string {
  return body
    .replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
