import type { Host, HostReply, HostRequest } from '../host.ts';
import { openaiError } from '../openai-error.ts';
import type { Proof } from '../proof/proof.ts';
import { demand, orRefuse } from '../refusal.ts';
import { eventsReply, jsonReply } from '../reply.ts';
import { eventsOf } from './events.ts';
import { readResponses } from './read.ts';
import { verifyResponses } from './verify.ts';
import { writeResponse } from './write.ts';

export interface OpenaiResponsesOptions {
  readonly name?: string;
  /** `/v1/responses` unless said. */
  readonly path?: string;
  /** Whose requests are answered; everyone's unless said. */
  readonly proof?: Proof;
  /** Models that exist; all unless said. */
  readonly models?: readonly string[];
  /** Members of the body that it refuses. */
  readonly refuses?: readonly string[];
}

/** Models that reason when nothing is said about effort. */
const reasonsUnasked = /^(o\d|gpt-5(?!\.[1-5])|gpt-6)/;

/** OpenAI's Responses API. It keeps nothing: whoever continues sends everything again. */
export function openaiResponses(options: OpenaiResponsesOptions = {}): Host {
  const { name = 'openai-responses', path = '/v1/responses' } = options;
  return {
    name,
    handle(request) {
      if (request.method !== 'POST' || request.path !== path) return undefined;
      return orRefuse(openaiError, () => answer(request, options));
    },
  };
}

function answer(request: HostRequest, { proof, models, refuses = [] }: OpenaiResponsesOptions): HostReply {
  const reason = proof?.(request);
  demand(!reason, `Incorrect API key provided: ${reason}`, { status: 401, code: 'invalid_api_key' });
  const body = request.json();
  demand(body, 'We could not parse the JSON body of your request.');
  verifyResponses(body, refuses);
  const model = String(body.model);
  demand(models?.includes(model) ?? true, `The model '${model}' does not exist or you do not have access to it.`, {
    status: 404,
    code: 'model_not_found',
    param: 'model',
  });
  demand(
    body.previous_response_id === undefined,
    `Previous response with id '${body.previous_response_id}' not found.`,
    {
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    },
  );
  const conversation = readResponses(body, reasonsUnasked.test(model));
  const response = writeResponse(body, conversation);
  if (!conversation.stream) return { ...jsonReply(200, response), conversation };
  return { ...eventsReply(eventsOf(response).map((data) => ({ name: data.type, data }))), conversation };
}
