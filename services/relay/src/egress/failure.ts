import type { IncomingHttpHeaders } from 'node:http';
import { overloaded } from '../admission/overloaded.ts';
import type { UpstreamError, Verdict } from '../dialects/canonical.ts';
import type { UpstreamFormat } from '../dialects/dialect.ts';
import { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { GatewayError, longestWaitMs, refuse } from '../errors.ts';
import type { Operation } from '../ingress/operation.ts';
import type { Channel } from '../routing/channel.ts';

/** Why an attempt gave no answer, what the client would be told, and whose fault it was. */
export interface Failure {
  readonly error: GatewayError;
  /** Another channel may do better. */
  readonly retry: boolean;
  /** `channel`: counts against its health. `credential`: its key or account is refused. */
  readonly blame: 'channel' | 'credential' | 'none';
  /** How long the upstream asked to be left alone; no longer than clients can be told to wait. */
  readonly pauseMs?: number;
  readonly timedOut?: boolean;
  /** For administrators; scrubbed. */
  readonly reason?: string;
}

/** This process or machine has no more files, memory or ports: no other channel would fare better, and none is to blame. */
const ours: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);

/** To a client they would mean its own key or money. */
const aboutKeys: ReadonlySet<number> = new Set([401, 402, 403]);

/** An upstream's status that is not 2xx. */
export function readRefusal(
  dialect: UpstreamFormat,
  channel: Channel,
  status: number,
  headers: IncomingHttpHeaders,
  body: string,
): Failure {
  const told = channel.mapStatus(status);
  const judged = channel.provider.keepsVerdicts ? status : told;
  const upstream = judge(dialect, { status, judged, body: channel.hideKey(body) });
  const askedMs = readRetryAfter(headers) ?? upstream.retryAfterMs;
  const pauseMs = askedMs === undefined ? undefined : Math.min(askedMs, longestWaitMs);
  return {
    error: toClient(upstream, told, pauseMs),
    retry: upstream.verdict !== 'client',
    blame: blameOf(upstream.verdict),
    reason: `${status} ${upstream.message}`,
    ...(status === 429 && pauseMs !== undefined ? { pauseMs } : {}),
  };
}

/** Whose fault it is that a host refused. */
export function blameOf(verdict: Verdict): Failure['blame'] {
  return verdict === 'credential' ? 'credential' : verdict === 'retry' ? 'channel' : 'none';
}

/** By the operator's status for it: but a key that the host names as refused is refused, whatever that says. */
function judge(
  dialect: UpstreamFormat,
  { status, judged, body }: { status: number; judged: number; body: string },
): UpstreamError {
  const upstream = dialect.readError(judged, body);
  if (judged === status || upstream.verdict === 'credential') return upstream;
  const own = dialect.readError(status, body);
  const named = own.verdict === 'credential' && dialect.readError(status, '').verdict !== 'credential';
  return named ? own : upstream;
}

/** An answer of status 200 that is none. */
export function unusable(reason: string, upstream?: UpstreamError): Failure {
  return {
    error: upstream
      ? toClient(upstream, upstream.verdict === 'client' ? 400 : 502, undefined)
      : refuse('upstream_failed'),
    retry: upstream?.verdict !== 'client',
    blame: blameOf(upstream?.verdict ?? 'retry'),
    reason,
  };
}

/**
 * Something was thrown on the way to an answer: a refusal of ours that the client can mend, one of the host, or the
 * connection broke. The last's text may name the operator's address: it is for the log only.
 */
export function readThrown(error: unknown): Failure {
  if (error instanceof GatewayError) return { error, retry: false, blame: 'none', reason: error.message };
  if (error instanceof UpstreamRefusal) return unusable(error.message, error.upstream);
  const { code, name } = error as NodeJS.ErrnoException;
  if (code !== undefined && ours.has(code)) {
    return { error: overloaded(), retry: false, blame: 'none', reason: `no connection can be opened here: ${code}` };
  }
  return {
    error: refuse('upstream_failed'),
    retry: true,
    blame: 'channel',
    reason: `connection failed: ${code ?? name ?? ''}`,
  };
}

/** The failure as others may read it: hosts quote the key that they refuse. */
export function hideKey(failure: Failure, channel: Channel): Failure {
  const { error, reason = '' } = failure;
  const said = { message: channel.hideKey(error.message), reason: channel.hideKey(reason) };
  if (said.message === error.message && said.reason === reason) return failure;
  const { code, status, type, param, retryAfterMs, cause } = error;
  const told = new GatewayError({ code, status, type, param, retryAfterMs, message: said.message });
  if (cause !== undefined) told.cause = cause;
  return { ...failure, error: told, reason: said.reason };
}

/** A channel has the model, but no address for this kind of request. */
export function notServed(model: string, operation: Operation): Failure {
  return { error: refuse('not_served', model, operation), retry: false, blame: 'none' };
}

/** No channel of the group may be asked now; one may in `restMs`. Told so, clients wait and do not use up their tries meanwhile. */
export function noAddress(group: string, model: string, restMs: number): Failure {
  const error = refuse('no_channel', group, model);
  const waited = new GatewayError({ ...error, message: error.message, retryAfterMs: Math.min(restMs, longestWaitMs) });
  return { error: waited, retry: false, blame: 'none' };
}

export function timedOut(what: string): Failure {
  return {
    error: refuse('upstream_timed_out'),
    retry: true,
    blame: 'channel',
    timedOut: true,
    reason: `waited too long for ${what}`,
  };
}

/** A refused key is the operator's matter, and so is what it may not do: the client's own key is fine, so it is not told 401. */
function toClient(upstream: UpstreamError, status: number, pauseMs: number | undefined): GatewayError {
  if (upstream.verdict === 'credential') return refuse('upstream_failed');
  if (upstream.verdict === 'retry' && aboutKeys.has(status))
    return refuse('unavailable', 'the upstream did not take the request');
  return new GatewayError({
    code: upstream.code ?? 'upstream_error',
    status: status < 400 ? 502 : status,
    type: upstream.type,
    param: upstream.param,
    message: status === 429 ? 'The upstream of this group is saturated. Try again later.' : upstream.message,
    retryAfterMs: pauseMs,
  });
}

/** RFC 9110, 10.2.3: seconds or a date; `retry-after-ms` as OpenAI sends it. */
function readRetryAfter(headers: IncomingHttpHeaders): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (exact >= 0) return exact;
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}
