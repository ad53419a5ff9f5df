import type { TokenView } from '@switchyard/console/calls';
import useSWR from 'swr';
import { type Page, send, withQuery } from '../../lib/http.ts';

export const tokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const;

/** `expired_time` of a key that never expires. */
export const NEVER = -1;

/** An API key as the list shows it; `key` is masked. A limit of 0 means no limit. Times in unix seconds. */
export type Token = Readonly<TokenView>;

/** What the form asks for. */
export type TokenFields = Pick<
  Token,
  | 'name'
  | 'remain_quota'
  | 'unlimited_quota'
  | 'expired_time'
  | 'group'
  | 'model_limits_enabled'
  | 'model_limits'
  | 'allow_ips'
  | 'rpm_limit'
  | 'tpm_limit'
  | 'concurrency_limit'
>;

export interface GroupOption {
  readonly ratio: number;
  readonly desc: string;
}

export interface TokenListQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly keyword: string;
}

export function useTokens({ page, pageSize, keyword }: TokenListQuery) {
  const path = keyword === '' ? '/api/token/' : '/api/token/search';
  return useSWR<Page<Token>>(withQuery(path, { p: page - 1, size: pageSize, keyword }));
}

export function useSelfGroups() {
  return useSWR<Record<string, GroupOption>>('/api/user/self/groups');
}

export function createToken(fields: TokenFields): Promise<unknown> {
  return send('POST', '/api/token/', fields);
}

/** Send changed fields only: the quota falls while the key is edited. */
export function updateToken(id: number, changed: Partial<TokenFields>): Promise<unknown> {
  return send('PUT', '/api/token/', { id, ...changed });
}

export function setTokenStatus(id: number, status: number): Promise<unknown> {
  return send('PUT', '/api/token/?status_only=true', { id, status });
}

export function deleteToken(id: number): Promise<unknown> {
  return send('DELETE', `/api/token/${id}/`);
}

/** The real key. Only its owner gets it. */
export async function revealKey(id: number): Promise<string> {
  const { key } = await send<{ key: string }>('POST', `/api/token/${id}/key`, {});
  return key.startsWith('sk-') ? key : `sk-${key}`;
}
