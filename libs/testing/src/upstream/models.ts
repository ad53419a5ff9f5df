import { refuse } from './errors.ts';
import { jsonReply, type Reply } from './reply.ts';

export const DEFAULT_MODELS = ['gpt-6.1-sol', 'gpt-5.6-luna', 'gpt-5.4-mini', 'text-embedding-3-small'];

const CREATED = Date.UTC(2026, 0, 1) / 1000;
const present = (id: string) => ({ id, object: 'model', created: CREATED, owned_by: 'system' });

/** GET /v1/models */
export function listModels(ids: readonly string[]): Reply {
  return jsonReply(200, { object: 'list', data: ids.map(present) });
}

/** GET /v1/models/{id} */
export function oneModel(ids: readonly string[], id: string): Reply {
  if (ids.includes(id)) return jsonReply(200, present(id));
  return refuse({ status: 404, message: `The model '${id}' does not exist`, param: 'model', code: 'model_not_found' });
}
