import type { Credentials } from '../provider.ts';

/**
 * What kind of key a channel has: `application` keys are sent as they are, `account` key pairs are exchanged for a
 * short-lived one, `v1` pairs serve the closed first version (where `other` says so), `old` ones are such pairs elsewhere.
 */
export type BaiduKey =
  | { readonly kind: 'application'; readonly token: string; readonly application: string | undefined }
  | { readonly kind: 'account' | 'v1' | 'old'; readonly id: string; readonly secret: string };

/** All kinds may have a pipe in them: what they begin with tells them apart. Without one it is no pair. */
export function readKey({ key, other }: Pick<Credentials, 'key' | 'other'>): BaiduKey {
  const [first = '', second] = key.split('|');
  if (first.startsWith('bce-v3/') || second === undefined)
    return { kind: 'application', token: first, application: second };
  const pair = { id: first, secret: second ?? '' };
  if (other.trim().toLowerCase() === 'v1') return { kind: 'v1', ...pair };
  return { kind: first.startsWith('ALTAK') ? 'account' : 'old', ...pair };
}
