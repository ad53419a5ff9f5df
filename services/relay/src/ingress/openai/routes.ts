import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../context.ts';
import type { Operation } from '../operation.ts';
import { billingRoutes } from './billing.ts';
import { modelRoutes } from './models.ts';
import { serve } from './serve.ts';

const operations: Record<string, Operation> = {
  '/chat/completions': 'chat',
  '/completions': 'completions',
  '/embeddings': 'embeddings',
};

/** The OpenAI API, with and without /v1: clients disagree about what belongs to their base URL. */
export function openaiRoutes(app: FastifyInstance, relay: Relay): void {
  for (const prefix of ['/v1', '']) {
    for (const [path, operation] of Object.entries(operations)) {
      app.post(prefix + path, (request, reply) => serve(relay, operation, request, reply));
    }
    modelRoutes(app, prefix);
    billingRoutes(app, relay, prefix);
  }
}
