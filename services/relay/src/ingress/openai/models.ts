import type { FastifyInstance, FastifyRequest } from 'fastify';
import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { gemini } from '../../dialects/gemini/index.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { refuse } from '../../errors.ts';
import * as anthropic from '../anthropic/models.ts';
import * as google from '../gemini/models.ts';
import { usableModels } from '../usable-models.ts';

/** Fixed, as in the gateways that existing clients know: models have no date of their own here. */
const created = 1_626_777_600;

const openai = {
  describeModels: (models: Iterable<string>) => ({
    success: true,
    object: 'list',
    data: Array.from(models, openaiModel),
  }),
  describeModel: openaiModel,
};

/** GET /v1/models and /v1/models/{id}: what the key may use, as OpenAI's clients read it, or Anthropic's, or Google's. */
export function modelRoutes(app: FastifyInstance, prefix: string): void {
  const shapeOf = (request: FastifyRequest) => clientOf(request).shape;
  const config = { dialect: (request: FastifyRequest) => clientOf(request).dialect };
  app.get(`${prefix}/models`, { config }, async (request) =>
    shapeOf(request).describeModels(usableModels(request.admitted)),
  );
  app.get<{ Params: { '*': string } }>(`${prefix}/models/*`, { config }, async (request) => {
    const model = request.params['*'];
    for (const usable of usableModels(request.admitted))
      if (usable === model) return shapeOf(request).describeModel(model);
    throw refuse('model_not_found', model.slice(0, 256));
  });
}

/** Headers tell whose clients ask at an address that three APIs share. */
function clientOf({ headers }: FastifyRequest) {
  if ('anthropic-version' in headers) return { shape: anthropic, dialect: anthropicMessages };
  if ('x-goog-api-key' in headers) return { shape: google, dialect: gemini };
  return { shape: openai, dialect: openaiChat };
}

function openaiModel(id: string) {
  return { id, object: 'model', created, owned_by: 'switchyard', permission: [], root: id, parent: null };
}
