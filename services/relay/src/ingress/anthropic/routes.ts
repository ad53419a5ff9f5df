import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../context.ts';
import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { bodyOf } from '../relay-request.ts';
import { serve } from '../serve.ts';
import { countTokens } from './count-tokens.ts';
import { readRequest } from './read-request.ts';

/** Clients add /v1/messages to the address they are given; these are the ones in use. */
const prefixes = ['', '/anthropic', '/claude'];

/** The Anthropic API: messages, and their tokens counted. */
export function anthropicRoutes(app: FastifyInstance, relay: Relay): void {
  const options = { config: { dialect: anthropicMessages } };
  for (const prefix of prefixes) {
    app.post(`${prefix}/v1/messages`, options, (request, reply) =>
      serve(relay, request, reply, readRequest(bodyOf(request))),
    );
    app.post(`${prefix}/v1/messages/count_tokens`, options, (request) =>
      countTokens(relay, request.admitted, bodyOf(request)),
    );
  }
}
