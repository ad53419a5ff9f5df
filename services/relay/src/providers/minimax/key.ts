import { isObject } from '../../dialects/json.ts';
import { parseJson } from '../../dialects/parse-json.ts';
import type { Credentials } from '../provider.ts';

/** The key itself, and the group that old keys must name: behind a pipe, in `other`, or within a key that is a token. */
export function readKey({ key, other }: Pick<Credentials, 'key' | 'other'>): { key: string; group: string } {
  const [own = '', group = ''] = key.split('|');
  return { key: own, group: group || other || groupIn(own) };
}

function groupIn(token: string): string {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return isObject(claims) && typeof claims.GroupID === 'string' ? claims.GroupID : '';
}
