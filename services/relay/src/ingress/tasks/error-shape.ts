import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../context.ts';
import type { GatewayError } from '../../errors.ts';
import { toRefusal } from '../error-reply.ts';

/** Refusals of the routes of `app` in the shape of one protocol. */
export function shapeErrors(app: FastifyInstance, relay: Relay, write: (error: GatewayError) => unknown): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.status === 500) relay.log.error({ err: error, requestId: request.id }, 'a task call failed');
    if (refusal.retryAfterMs !== undefined)
      reply.header('retry-after', Math.max(1, Math.ceil(refusal.retryAfterMs / 1000)));
    // A body that was not read would be taken for the next request.
    if (refusal.status === 413 || refusal.status === 401) reply.header('connection', 'close');
    return reply.code(refusal.status).send(write(refusal));
  });
}

/** Codes of a balance that does not cover a task. */
export const quotaCodes: ReadonlySet<string> = new Set(['insufficient_user_quota', 'pre_consume_token_quota_failed']);
