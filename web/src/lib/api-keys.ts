import type { TokenView } from '@switchyard/console/calls';
import useSWR from 'swr';
import { type Page, send } from './http.ts';

/**
 * A key with which programs call the gateway, as its owner sees it: `key` is masked. A limit of 0 means no limit. Times
 * are unix seconds.
 */
export type ApiKey = Readonly<TokenView>;

export const keyStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const;

/** `expired_time` of a key that never expires. */
export const NEVER = -1;

/** The hundred newest keys of the signed-in person. */
export function useApiKeys() {
  return useSWR<Page<ApiKey>>('/api/token/?p=0&size=100');
}

/** The real key, as programs send it. Only its owner gets it, and every look is logged. */
export async function revealKey(id: number): Promise<string> {
  const { key } = await send<{ key: string }>('POST', `/api/token/${id}/key`, {});
  return withPrefix(key);
}

export function withPrefix(key: string): string {
  return key.startsWith('sk-') ? key : `sk-${key}`;
}
