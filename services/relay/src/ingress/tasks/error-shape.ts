import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../context.ts';
import type { GatewayError } from '../../errors.ts';
import { replyWithError } from '../error-reply.ts';

/** Refusals of the routes of `app` with a body in the shape of one protocol. */
export function shapeErrors(app: FastifyInstance, relay: Relay, write: (error: GatewayError) => unknown): void {
  app.setErrorHandler((error: Error, request, reply) =>
    replyWithError(relay, error, request, reply, (refusal) => ({ body: write(refusal) })),
  );
}
