import { asText, isObject } from '../../dialects/json.ts';
import type { HostCall } from '../provider.ts';

const mostPages = 20;
const served = /^(gemini|text-embedding|text-multilingual-embedding)-/;

/** Google's own models that this gateway has a use for. `headers`: who asks, and for which project. */
export async function listGoogleModels(host: HostCall, base: string, headers: readonly string[]): Promise<string[]> {
  const models: string[] = [];
  let token = '';
  for (let page = 0; page < mostPages; page++) {
    const after = token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`;
    const query = `listAllVersions=false&pageSize=200${after}`;
    const payload = await host(`${base}/v1beta1/publishers/google/models?${query}`, { headers });
    const { publisherModels, nextPageToken } = isObject(payload) ? payload : {};
    for (const model of Array.isArray(publisherModels) ? publisherModels : []) {
      const name = isObject(model) ? asText(model.name).split('/').at(-1) : undefined;
      if (name !== undefined && served.test(name)) models.push(name);
    }
    if (typeof nextPageToken !== 'string' || nextPageToken === '') break;
    token = nextPageToken;
  }
  return models;
}
