import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Relay } from '../../context.ts';
import { gemini } from '../../dialects/gemini/index.ts';
import { JsonArrayFramer } from '../../egress/framing/json-array.ts';
import { refuse } from '../../errors.ts';
import { openaiRoutes } from '../openai/routes.ts';
import { bodyOf } from '../relay-request.ts';
import { serve } from '../serve.ts';
import { usableModels } from '../usable-models.ts';
import { countTokens } from './count-tokens.ts';
import { describeModel, describeModels } from './models.ts';
import { readEmbedding, readEmbeddings } from './read-embeddings.ts';
import { readPath } from './read-path.ts';
import { readRequest } from './read-request.ts';

type Call = FastifyRequest<{ Params: { '*': string }; Querystring: { alt?: string } }>;

const options = { config: { dialect: gemini } };
/** Clients add a version and models/ to the address they are given, or models/ alone; GET (/v1)/models is answered in OpenAI's way. */
const prefixes = ['/v1beta', '/v1alpha', '/gemini/v1beta', '/gemini/v1alpha', '/gemini/v1'];

/** Google's Gemini API: content, embeddings, tokens counted, models; and its twin in OpenAI's shapes. */
export function geminiRoutes(app: FastifyInstance, relay: Relay): void {
  for (const prefix of [...prefixes, '/v1', '']) {
    app.post(`${prefix}/models/*`, options, (request, reply) => call(relay, request as Call, reply));
  }
  for (const prefix of prefixes) {
    app.get(`${prefix}/models`, options, async (request) => describeModels(usableModels(request.admitted)));
    app.get<{ Params: { '*': string } }>(`${prefix}/models/*`, options, async (request) => {
      const model = request.params['*'];
      for (const usable of usableModels(request.admitted)) if (usable === model) return describeModel(model);
      throw refuse('model_not_found', model.slice(0, 256));
    });
  }
  app.register(async (twin) => openaiRoutes(twin, relay), { prefix: '/v1beta/openai' });
}

function call(relay: Relay, request: Call, reply: FastifyReply): undefined | Promise<unknown> {
  const { model, method } = readPath(request.params['*']);
  const body = bodyOf(request);
  switch (method) {
    case 'generateContent':
      return serve(relay, request, reply, readRequest(model, false, body));
    case 'streamGenerateContent': {
      const read = readRequest(model, true, body);
      const framed = request.query.alt === 'sse' ? read : { ...read, framer: () => new JsonArrayFramer() };
      return serve(relay, request, reply, framed);
    }
    case 'countTokens':
      return countTokens(relay, request.admitted, model, body);
    case 'embedContent':
      return serve(relay, request, reply, readEmbedding(model, body));
    case 'batchEmbedContents':
      return serve(relay, request, reply, readEmbeddings(model, body));
    default:
      throw refuse('invalid_url', `POST models/${request.params['*'].slice(0, 200)}`);
  }
}
