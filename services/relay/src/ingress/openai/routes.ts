import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../context.ts';
import type { RequestBody } from '../request-body.ts';
import { serve } from '../serve.ts';
import { billingRoutes } from './billing.ts';
import { modelRoutes } from './models.ts';
import { readRequest, type TextOperation } from './read-request.ts';

const operations: Record<string, TextOperation> = {
  '/chat/completions': 'chat',
  '/completions': 'completions',
  '/embeddings': 'embeddings',
};

/** The OpenAI API, with and without /v1: clients disagree about what belongs to their base URL. */
export function openaiRoutes(app: FastifyInstance, relay: Relay): void {
  for (const prefix of ['/v1', '']) {
    for (const [path, operation] of Object.entries(operations)) {
      app.post(prefix + path, (request, reply) =>
        serve(relay, request, reply, readRequest(operation, request.body as RequestBody)),
      );
    }
    modelRoutes(app, prefix);
    billingRoutes(app, relay, prefix);
  }
}
