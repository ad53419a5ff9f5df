import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../context.ts';
import type { PostedOperation } from '../operation.ts';
import { bodyOf, type RelayRequest } from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';
import { serve } from '../serve.ts';
import { billingRoutes } from './billing.ts';
import { readChatBody } from './mixed-chat.ts';
import { modelRoutes } from './models.ts';
import { readRequest } from './read-request.ts';
import { readMisplacedResponse, responsesRoutes } from './responses.ts';

const paths: Record<PostedOperation, string> = {
  chat: '/chat/completions',
  completions: '/completions',
  embeddings: '/embeddings',
  rerank: '/rerank',
  moderations: '/moderations',
  'images/generations': '/images/generations',
  'images/edits': '/images/edits',
  'images/variations': '/images/variations',
  'audio/speech': '/audio/speech',
  'audio/transcriptions': '/audio/transcriptions',
  'audio/translations': '/audio/translations',
};

/** Reads a request to the address of an operation. Throws, or rejects with, a GatewayError. */
export function readPosted(operation: PostedOperation, body: RequestBody): RelayRequest | Promise<RelayRequest> {
  if (operation !== 'chat') return readRequest(operation, body);
  return readMisplacedResponse(body) ?? readRequest(operation, readChatBody(body));
}

/** The OpenAI API, with and without /v1: clients disagree about what belongs to their base URL. */
export function openaiRoutes(app: FastifyInstance, relay: Relay): void {
  for (const prefix of ['/v1', '']) {
    for (const [operation, path] of Object.entries(paths) as [PostedOperation, string][]) {
      app.post(prefix + path, (request, reply) => {
        const read = readPosted(operation, bodyOf(request));
        return read instanceof Promise
          ? read.then((known) => serve(relay, request, reply, known))
          : serve(relay, request, reply, read);
      });
    }
    // As the first version of the API named models.
    app.post<{ Params: { model: string } }>(`${prefix}/engines/:model/embeddings`, async (request, reply) =>
      serve(relay, request, reply, await readRequest('embeddings', bodyOf(request), request.params.model)),
    );
    responsesRoutes(app, relay, prefix);
    modelRoutes(app, prefix);
    billingRoutes(app, relay, prefix);
  }
}
