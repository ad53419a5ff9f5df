import { isObject } from '../../dialects/json.ts';
import type { Credentials, HostCall } from '../provider.ts';
import { versionOf } from './version.ts';

const mostPages = 20;
const served = new Set(['generateContent', 'embedContent', 'batchEmbedContents']);

/** Models of all pages that this gateway has a use for, without the folder in front of their names. */
export async function listModels(host: HostCall, credentials: Credentials): Promise<string[]> {
  const models: string[] = [];
  let token = '';
  for (let page = 0; page < mostPages; page++) {
    const after = token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`;
    const payload = await host(`/${versionOf(credentials)}/models?pageSize=1000${after}`);
    const { models: listed, nextPageToken } = isObject(payload) ? payload : {};
    for (const model of Array.isArray(listed) ? listed : []) {
      if (!isObject(model) || typeof model.name !== 'string') continue;
      const methods = model.supportedGenerationMethods;
      if (!Array.isArray(methods) || methods.some((method) => served.has(method)))
        models.push(model.name.replace(/^models\//, ''));
    }
    if (typeof nextPageToken !== 'string' || nextPageToken === '') break;
    token = nextPageToken;
  }
  return models;
}
