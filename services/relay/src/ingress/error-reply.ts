import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Relay } from '../context.ts';
import type { ClientDialect } from '../dialects/dialect.ts';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { badRequest, finalHeader, GatewayError, isFinal, refuse } from '../errors.ts';

/** To read so much costs less than a new connection. */
const readAnywayBytes = 65_536;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How clients of this route speak; OpenAI's way unless said. */
    dialect?: ClientDialect | ((request: FastifyRequest) => ClientDialect);
  }
}

/**
 * Answers a refusal in the caller's shape, which is that of the route's dialect unless `write` says another; anything unforeseen becomes
 * "internal error" and goes to the log.
 */
export function replyWithError(
  relay: Relay,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  write: ClientDialect['writeError'] = writerOf(request),
): void {
  const refusal = toRefusal(error);
  relay.faults.refused(refusal.code);
  if (refusal.status === 500) relay.log.error({ err: error, requestId: request.id }, 'a request failed');
  if (refusal.retryAfterMs !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(refusal.retryAfterMs / 1000)));
  if (isFinal(refusal.status)) reply.header(...finalHeader);
  if (refusal.status === 413 || refusal.status === 401 || (refusal.code === 'overloaded' && isLong(request.headers))) {
    // A body that was not read would have to be, before the next request.
    reply.header('connection', 'close');
  }
  const { status = refusal.status, body } = write(refusal, request.id);
  reply.code(status).send(body);
}

function writerOf(request: FastifyRequest): ClientDialect['writeError'] {
  const { dialect: spoken = openaiChat } = request.routeOptions.config;
  return (typeof spoken === 'function' ? spoken(request) : spoken).writeError;
}

function isLong(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > readAnywayBytes;
}

/** What may be said of an error: itself when it is a refusal, else nothing but that it happened. */
export function toRefusal(error: Error): GatewayError {
  if (error instanceof GatewayError) return error;
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuse('unsupported_media_type');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return badRequest('The request could not be read.');
  return refuse('internal_error');
}
