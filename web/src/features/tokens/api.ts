import useSWR from 'swr';
import { type Page, send, withQuery } from '../../lib/http.ts';

export const tokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const;

/** `expired_time` of a key that never expires. */
export const NEVER = -1;

/** An API key as the list shows it; `key` is masked. A limit of 0 means no limit. Times in unix seconds. */
export interface Token {
  readonly id: number;
  readonly name: string;
  readonly key: string;
  readonly status: number;
  readonly remain_quota: number;
  readonly unlimited_quota: boolean;
  readonly used_quota: number;
  readonly created_time: number;
  readonly accessed_time: number;
  readonly expired_time: number;
  readonly group: string;
  readonly model_limits_enabled: boolean;
  /** Comma-separated model names. */
  readonly model_limits: string;
  /** One address or range per line. */
  readonly allow_ips: string;
  readonly rpm_limit: number;
  readonly tpm_limit: number;
  readonly concurrency_limit: number;
}

export type TokenFields = Omit<Token, 'id' | 'key' | 'status' | 'used_quota' | 'created_time' | 'accessed_time'>;

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
