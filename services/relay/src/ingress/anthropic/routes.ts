import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../context.ts';
import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { modelRoutes } from '../openai/models.ts';
import { bodyOf } from '../relay-request.ts';
import { serve } from '../serve.ts';
import { countTokens } from './count-tokens.ts';
import { readRequest } from './read-request.ts';

/** Clients add /v1/messages to the address they are given, or /messages alone; these are the ones in use. */
const named = ['/anthropic/v1', '/claude/v1'];
const prefixes = ['/v1', '', ...named];

/** The Anthropic API: messages, their tokens counted, and models. */
export function anthropicRoutes(app: FastifyInstance, relay: Relay): void {
  const options = { config: { dialect: anthropicMessages } };
  for (const prefix of prefixes) {
    app.post(`${prefix}/messages`, options, (request, reply) =>
      serve(relay, request, reply, readRequest(bodyOf(request))),
    );
    app.post(`${prefix}/messages/count_tokens`, options, (request) =>
      countTokens(relay, request.admitted, bodyOf(request)),
    );
  }
  // Without a name this is an address of OpenAI's clients as well.
  for (const prefix of named) modelRoutes(app, prefix);
}
