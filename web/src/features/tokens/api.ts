import type { CreatedToken, RevealedKeys } from '@switchyard/console/calls';
import useSWR from 'swr';
import type { ApiKey } from '../../lib/api-keys.ts';
import { type Page, send, withQuery } from '../../lib/http.ts';
import { useFreshRecord } from '../../lib/use-fresh-record.ts';

/** An API key; "token" is its name on the wire. */
export type Token = ApiKey;

/** What the form asks for. */
export type TokenFields = Pick<
  Token,
  | 'name'
  | 'remain_quota'
  | 'unlimited_quota'
  | 'daily_budget'
  | 'monthly_budget'
  | 'expired_time'
  | 'group'
  | 'model_limits_enabled'
  | 'model_limits'
  | 'allow_ips'
  | 'deny_ips'
  | 'rpm_limit'
  | 'tpm_limit'
  | 'concurrency_limit'
  | 'limit_message'
>;

export interface GroupOption {
  readonly ratio: number;
  readonly desc: string;
}

export interface TokenSearch {
  readonly page: number;
  readonly pageSize: number;
  readonly keyword: string;
  /** As `keyStatus` has it; 0 is all. */
  readonly status: number;
  /** A whole key. */
  readonly key: string;
}

export function useTokens({ page, pageSize, keyword, status, key }: TokenSearch) {
  const isNarrowed = keyword !== '' || status !== 0 || key !== '';
  const filters = { keyword, token: key, status: status === 0 ? undefined : status };
  return useSWR<Page<Token>>(
    withQuery(isNarrowed ? '/api/token/search' : '/api/token/', { p: page - 1, size: pageSize, ...filters }),
  );
}

export function useToken(id: number) {
  return useSWR<Token>(tokenPath(id), { keepPreviousData: false });
}

/** A key to edit; undefined asks for nothing. */
export function useEditedToken(id: number | undefined) {
  return useFreshRecord<Token>(id === undefined ? undefined : tokenPath(id));
}

const tokenPath = (id: number) => `/api/token/${id}`;

export function useSelfGroups() {
  return useSWR<Record<string, GroupOption>>('/api/user/self/groups');
}

/** Makes `count` keys alike; all but the first get a random end to their name. */
export function createTokens(fields: TokenFields, count: number): Promise<CreatedToken> {
  return send('POST', '/api/token/', count === 1 ? fields : { ...fields, count });
}

/** Keys that were made within the last ten minutes. */
export function revealMade(ids: readonly number[]): Promise<RevealedKeys> {
  return send('POST', '/api/token/batch/keys', { ids });
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

/** Resolves with how many there were. */
export function deleteTokens(ids: readonly number[]): Promise<number> {
  return send('POST', '/api/token/batch', { ids });
}
