import type { FastifyInstance } from 'fastify';
import { refuse } from '../../errors.ts';
import type { Admitted } from '../admit.ts';

/** Fixed, as in the gateways that existing clients know: models have no date of their own here. */
const created = 1_626_777_600;

/** GET /v1/models and /v1/models/{id}: what the key may use. */
export function modelRoutes(app: FastifyInstance, prefix: string): void {
  app.get(`${prefix}/models`, async (request) => ({
    success: true,
    object: 'list',
    data: [...usableModels(request.admitted)].map(describe),
  }));
  app.get<{ Params: { '*': string } }>(`${prefix}/models/*`, async (request) => {
    const model = request.params['*'];
    for (const usable of usableModels(request.admitted)) if (usable === model) return describe(model);
    throw refuse('model_not_found', model.slice(0, 256));
  });
}

/** Models with a channel and a price; the token's own list cuts them down. */
function* usableModels({ caller, snapshot }: Admitted): Generator<string> {
  for (const model of snapshot.models(caller.group)) {
    if (caller.models && !caller.models.has(model)) continue;
    if (snapshot.prices.lookup(model)) yield model;
  }
}

function describe(id: string) {
  return { id, object: 'model', created, owned_by: 'switchyard', permission: [], root: id, parent: null };
}
