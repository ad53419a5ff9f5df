import { isObject } from '../../dialects/json.ts';
import type { Credentials, HostCall } from '../provider.ts';

/** The version that requests of ours are written for. */
export const defaultVersion = '2023-06-01';
const pageSize = 1_000;
const mostPages = 20;

/** All pages of GET /v1/models. */
export async function listModels(host: HostCall, { other }: Credentials): Promise<string[]> {
  const headers = ['anthropic-version', other.trim() || defaultVersion];
  const names: string[] = [];
  let after = '';
  for (let page = 0; page < mostPages; page++) {
    const answer = await host(`/v1/models?limit=${pageSize}${after}`, { headers });
    const { data, has_more, last_id } = isObject(answer) ? answer : {};
    for (const item of Array.isArray(data) ? data : [])
      if (isObject(item) && typeof item.id === 'string') names.push(item.id);
    if (has_more !== true || typeof last_id !== 'string') break;
    after = `&after_id=${encodeURIComponent(last_id)}`;
  }
  return names;
}
