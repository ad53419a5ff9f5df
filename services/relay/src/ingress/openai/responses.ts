import type { FastifyInstance } from 'fastify';
import type { Relay } from '../../context.ts';
import type { ClientDialect } from '../../dialects/dialect.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { openaiResponses } from '../../dialects/openai-responses/index.ts';
import { isReasoningReference, isReference, referenceBytes } from '../../dialects/openai-responses/item-reference.ts';
import { serviceTiers } from '../../dialects/openai-responses/service-tiers.ts';
import { badRequest, GatewayError } from '../../errors.ts';
import { countPrompt } from '../count-prompt.ts';
import {
  bodyOf,
  isEmptyList,
  type RelayRequest,
  readBoolean,
  readMaxTokens,
  readModel,
  requireInput,
} from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';
import { serve } from '../serve.ts';
import { readTiers } from '../service-tier.ts';

/** What would need a conversation that is stored at one upstream. */
const stateful: Readonly<Record<string, string>> = {
  previous_response_id: 'Responses are not stored here. Send the whole conversation as input instead.',
  conversation: 'Conversations are not stored here. Send the whole conversation as input instead.',
  prompt: 'Prompts are not stored here. Send the instructions and input themselves.',
};

const unstored =
  'Items are not stored here: input must hold the items themselves instead of item_reference. Clients that refer to items ' +
  'send them whole when they are told not to store (the AI SDK: providerOptions.openai.store = false).';

function isUnknown(item: unknown): boolean {
  return isReference(item) && !isReasoningReference(item);
}

/** Clients that send a Responses request to the chat address and wait for a chat answer. */
const chatAnswering: ClientDialect = {
  ...openaiChat,
  readPrompt: openaiResponses.readPrompt,
  // An empty list of messages may stand beside the input.
  readRequest: ({ messages: _, ...body }, target) => openaiResponses.readRequest(body, target),
  // No upstream speaks this mixture: it is always translated.
  name: 'openai-responses-as-chat',
};

/** Reads a request of the Responses API. Throws a GatewayError (400) that names the field. */
export function readResponsesRequest(body: RequestBody, dialect: ClientDialect = openaiResponses): RelayRequest {
  const model = readModel(body.read('model'));
  requireInput(body, 'input', '["', 'a string or a non-empty array');
  for (const [field, hint] of Object.entries(stateful)) {
    const value = body.read(field);
    if (value !== undefined && value !== null) throw badRequest(hint, field);
  }
  if (body.includes('input', referenceBytes) && [body.read('input')].flat().some(isUnknown))
    throw badRequest(unstored, 'input');
  if (readBoolean(body, 'background'))
    throw badRequest('Responses cannot run in the background here. Leave background out.', 'background');
  return {
    operation: 'chat',
    dialect,
    body,
    model,
    stream: readBoolean(body, 'stream'),
    wantsUsage: true,
    maxTokens: readMaxTokens(body, 'max_output_tokens'),
    choices: 1,
    tiers: readTiers(body, serviceTiers),
  };
}

/** The same for a request that came to the address of chats; undefined when it is a chat: when it has messages. */
export function readMisplacedResponse(body: RequestBody): RelayRequest | undefined {
  if (!body.has('input')) return undefined;
  const isChat = body.startOf('messages') === '[' && !isEmptyList(body, 'messages');
  return isChat ? undefined : readResponsesRequest(body, chatAnswering);
}

/** The Responses API, without what it stores. */
export function responsesRoutes(app: FastifyInstance, relay: Relay, prefix: string): void {
  const config = { dialect: openaiResponses };
  app.post(`${prefix}/responses`, { config }, (request, reply) =>
    serve(relay, request, reply, readResponsesRequest(bodyOf(request))),
  );
  app.post(`${prefix}/responses/input_tokens`, { config }, async (request) => {
    const body = bodyOf(request);
    const { model } = readResponsesRequest(body);
    const prompt = openaiResponses.readPrompt(body.parse());
    return { object: 'response.input_tokens', input_tokens: await countPrompt(relay, request.admitted, model, prompt) };
  });
  const missing = async () => {
    throw new GatewayError({
      code: 'response_not_found',
      status: 404,
      type: 'invalid_request_error',
      message: 'Responses are not stored here. Keep the answer of POST /v1/responses, it is whole.',
    });
  };
  for (const method of ['GET', 'DELETE', 'POST'] as const)
    app.route({ method, url: `${prefix}/responses/*`, config, handler: missing });
}
