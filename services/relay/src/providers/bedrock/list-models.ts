import { isObject } from '../../dialects/json.ts';
import type { Credentials, HostCall } from '../provider.ts';
import { hostOf, readAccess } from './access.ts';
import { nameOf } from './model-id.ts';
import { signV4 } from './sign-v4.ts';

/** Claude models that the region offers, directly or through a profile, by the names that other hosts use. */
export async function listModels(host: HostCall, { key }: Credentials): Promise<string[]> {
  const access = readAccess(key);
  const get = (path: string) => {
    const url = new URL(path, hostOf('bedrock', access.region));
    const headers = ['content-type', 'application/json'];
    const signed =
      access.kind === 'signature' ? signV4({ url, headers, body: Buffer.alloc(0) }, access, 'GET') : headers;
    return host(url.href, { headers: signed });
  };
  const [models, profiles] = await Promise.all([
    get('/foundation-models?byProvider=anthropic&byInferenceType=ON_DEMAND'),
    get('/inference-profiles?maxResults=1000'),
  ]);
  const ids = [
    ...idsOf(models, 'modelSummaries', 'modelId'),
    ...idsOf(profiles, 'inferenceProfileSummaries', 'inferenceProfileId').filter((id) => id.includes('anthropic.')),
  ];
  return [...new Set(ids.map(nameOf))];
}

function idsOf(answer: unknown, list: string, member: string): string[] {
  const items = isObject(answer) ? answer[list] : undefined;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item) => (isObject(item) && typeof item[member] === 'string' ? [item[member]] : []));
}
