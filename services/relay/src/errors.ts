/** What callers may be told: status, type and text of every refusal of the relay. Detail goes to the log instead. */
const table = {
  missing_key: { status: 401, text: () => 'No API key given. Send it as "Authorization: Bearer sk-...".' },
  invalid_key: { status: 401, text: () => 'Invalid API key. Copy the whole key from the console.' },
  token_disabled: { status: 401, text: () => 'This API key is disabled. Enable it in the console or use another.' },
  token_expired: {
    status: 401,
    text: () => 'This API key has expired. Change its expiry in the console or use another.',
  },
  user_disabled: { status: 403, text: () => 'This account is disabled.' },
  access_denied: { status: 403, text: () => 'This API key may not be used from your IP address.' },
  group_not_available: {
    status: 403,
    text: (group: string) => `The group ${group} of this API key is no longer available.`,
  },
  model_not_allowed: { status: 403, text: (model: string) => `This API key may not use the model ${model}.` },
  channel_pin_refused: { status: 403, text: () => 'Only administrators may choose a channel.' },
  channel_pin_invalid: { status: 400, text: () => 'The channel id after the API key is not a number.' },
  channel_disabled: { status: 403, text: () => 'The chosen channel does not exist or is disabled.' },
  insufficient_user_quota: {
    status: 403,
    text: () => 'The balance does not cover this request. Top up and try again.',
  },
  pre_consume_token_quota_failed: {
    status: 403,
    text: () => 'The quota left on this API key does not cover this request. Raise it in the console.',
  },
  token_budget_exceeded: {
    status: 403,
    text: (limits: string) =>
      `The ${limits} of this API key does not cover this request. Budgets begin anew at 00:00 UTC; or raise it in the console.`,
  },
  account_frozen: { status: 403, text: () => 'This account is held for a check of its balance. Ask the operator.' },
  sensitive_words_detected: {
    status: 400,
    text: () => 'The request contains a word that is not allowed here. Change its text and send it again.',
  },
  invalid_request: { status: 400, text: (reason: string) => reason },
  invalid_url: { status: 404, text: (line: string) => `Invalid URL (${line})` },
  method_not_allowed: { status: 405, text: (line: string) => `Method not allowed (${line})` },
  body_too_large: { status: 413, text: (limit: string) => `The request body is larger than ${limit}.` },
  file_too_large: { status: 413, text: (reason: string) => reason },
  unsupported_media_type: {
    status: 415,
    text: () => 'Send the body as application/json, or as multipart/form-data where files belong to it.',
  },
  model_not_found: {
    status: 404,
    text: (model: string) => `The model ${model} does not exist or is not offered here.`,
  },
  not_served: {
    status: 404,
    text: (model: string, operation: string) => `The model ${model} takes no requests for ${operation} here.`,
  },
  no_channel: {
    status: 503,
    text: (group: string, model: string) => `No channel is available for the model ${model} in the group ${group}.`,
  },
  model_price_error: {
    status: 400,
    text: (model: string) =>
      `No price is set for the model ${model}. The operator sets it under ModelRatio or ModelPrice.`,
  },
  rate_limited: { status: 429, text: (what: string) => `Rate limit reached: ${what}. Try again later.` },
  upstream_failed: { status: 502, text: () => 'The upstream did not answer properly. Try again later.' },
  upstream_timed_out: { status: 504, text: () => 'The upstream did not answer in time. Try again later.' },
  unavailable: {
    status: 503,
    text: (reason: string) => `Temporarily unavailable: ${reason}. Try again in a few seconds.`,
    retryAfterMs: 2_000,
  },
  overloaded: { status: 503, text: () => 'This server has too much to do at the moment. Try again shortly.' },
  internal_error: { status: 500, text: () => 'Internal error.' },
} as const;

export type ErrorCode = keyof typeof table;
export const errorCodes: ReadonlySet<string> = new Set(Object.keys(table));
/** What is left of a balance, a quota or a budget does not cover the request. */
export const spentCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'insufficient_user_quota',
  'pre_consume_token_quota_failed',
  'token_budget_exceeded',
]);
type Words<C extends ErrorCode> = Parameters<(typeof table)[C]['text']>;

/**
 * Official clients do not obey a Retry-After above a minute (some, of a minute): they come again at once, until their tries are
 * used up. Where a wait is longer, the rest of it is said when they come.
 */
export const longestWaitMs = 59_000;

/** A refusal in words for the caller. `param` names the offending field; `retryAfterMs` becomes Retry-After. */
export class GatewayError extends Error {
  readonly code: string;
  readonly status: number;
  readonly type: string;
  readonly param: string | null;
  readonly retryAfterMs: number | undefined;

  constructor(fields: {
    code: string;
    status: number;
    message: string;
    type?: string;
    param?: string | null;
    retryAfterMs?: number | undefined;
  }) {
    super(fields.message);
    this.code = fields.code;
    this.status = fields.status;
    // The family of gateways that existing clients know answers with this type.
    this.type = fields.type ?? 'new_api_error';
    this.param = fields.param ?? null;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

export function refuse<C extends ErrorCode>(code: C, ...words: Words<C>): GatewayError {
  const row = table[code];
  const message = (row.text as (...w: Words<C>) => string)(...words);
  const retryAfterMs = 'retryAfterMs' in row ? row.retryAfterMs : undefined;
  return new GatewayError({ code, status: row.status, message, retryAfterMs });
}

/** A request the client must change: `param` is the field to look at. */
export function badRequest(reason: string, param?: string): GatewayError {
  return new GatewayError({
    code: 'invalid_request',
    status: 400,
    type: 'invalid_request_error',
    message: reason,
    param: param ?? null,
  });
}

/** What clients made by Stainless (OpenAI's, Anthropic's) obey; some of them try a refused key again else. */
export const finalHeader = ['x-should-retry', 'false'] as const;

/** Whether a refusal stays the same however often the request is sent. */
export function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429;
}
