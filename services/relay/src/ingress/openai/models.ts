import type { FastifyInstance, FastifyRequest } from 'fastify';
import { anthropicMessages } from '../../dialects/anthropic-messages/index.ts';
import { gemini } from '../../dialects/gemini/index.ts';
import { openaiChat } from '../../dialects/openai-chat/index.ts';
import { refuse } from '../../errors.ts';
import { describeModel as anthropicModel, describeModels as anthropicModels } from '../anthropic/models.ts';
import { describeModel as googleModel, describeModels as googleModels } from '../gemini/models.ts';
import { usableModels } from '../usable-models.ts';

/** Fixed, as in the gateways that existing clients know: models have no date of their own here. */
const created = 1_626_777_600;

/** How the answers to three APIs' clients look, who all ask at one address. */
const openai = { dialect: openaiChat, one: openaiModel, list: openaiModels };
const anthropic = { dialect: anthropicMessages, one: anthropicModel, list: anthropicModels };
const google = { dialect: gemini, one: googleModel, list: googleModels };

/** GET /v1/models and /v1/models/{id}: what the key may use, as OpenAI's clients read it, or Anthropic's, or Google's. */
export function modelRoutes(app: FastifyInstance, prefix: string): void {
  const config = { dialect: (request: FastifyRequest) => clientOf(request).dialect };
  app.get(`${prefix}/models`, { config }, async (request) => clientOf(request).list(usableModels(request.admitted)));
  app.get<{ Params: { '*': string } }>(`${prefix}/models/*`, { config }, async (request) => {
    const model = request.params['*'];
    for (const usable of usableModels(request.admitted)) if (usable === model) return clientOf(request).one(model);
    throw refuse('model_not_found', model.slice(0, 256));
  });
}

/** Headers tell whose clients ask. */
function clientOf({ headers }: FastifyRequest) {
  if ('anthropic-version' in headers) return anthropic;
  return 'x-goog-api-key' in headers ? google : openai;
}

function openaiModels(models: Iterable<string>) {
  return { success: true, object: 'list', data: Array.from(models, openaiModel) };
}

function openaiModel(id: string) {
  return { id, object: 'model', created, owned_by: 'switchyard', permission: [], root: id, parent: null };
}
