import { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import { listOpenaiModels } from './list-openai-models.ts';
import type { Provider } from './provider.ts';

/**
 * OpenAI's list of models at `path`, for hosts that keep it under a prefix of their own; a base that holds the prefix already
 * has it at /v1/models.
 */
export function listModelsUnder(path: string): NonNullable<Provider['listModels']> {
  return async (host, credentials) => {
    try {
      return await listOpenaiModels(path)(host, credentials);
    } catch (error) {
      if (!(error instanceof UpstreamRefusal) || error.upstream.verdict === 'credential') throw error;
      return listOpenaiModels('/v1/models')(host, credentials);
    }
  };
}
