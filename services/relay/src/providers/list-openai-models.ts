import { isObject } from '../dialects/json.ts';
import type { Provider } from './provider.ts';

/** Reads `{data: [{id}]}`, as OpenAI lists its models. An answer of another shape gives an empty list. */
export function listOpenaiModels(path = '/v1/models'): NonNullable<Provider['listModels']> {
  return async (host) => {
    const payload = await host(path);
    const data = isObject(payload) && Array.isArray(payload.data) ? payload.data : [];
    return data.flatMap((item) => (isObject(item) && typeof item.id === 'string' ? [item.id] : []));
  };
}
