import type { NewUser, UserChange, UserStanding, UserView } from '@switchyard/console/calls';
import useSWR from 'swr';
import type { ApiKey } from '../../lib/api-keys.ts';
import { type Page, send, withQuery } from '../../lib/http.ts';
import { useFreshRecord } from '../../lib/use-fresh-record.ts';
import type { UserQuery } from './user-query.ts';

/** A user as administrators see them. */
export type User = Readonly<UserView>;

export const userStatus = { enabled: 1, disabled: 2, locked: 3 } as const;

export type UserAction = 'promote' | 'demote' | 'enable' | 'disable' | 'delete';

export function useUsers({ page, pageSize, keyword, group }: UserQuery) {
  const path = keyword === '' && group === '' ? '/api/user/' : '/api/user/search';
  return useSWR<Page<User>>(withQuery(path, { keyword, group, p: page, page_size: pageSize }));
}

/** One user as they are now: a list may be minutes old. */
export function useUserRecord(id: number) {
  return useFreshRecord<User>(`/api/user/${id}`);
}

export function createUser(fields: NewUser): Promise<unknown> {
  return send('POST', '/api/user/', fields);
}

/** Send changed fields only, above all the quota: it falls while the user is edited. */
export function updateUser(change: UserChange): Promise<unknown> {
  return send('PUT', '/api/user/', change);
}

/** Answers what the user is then. */
export function manageUser(id: number, action: UserAction): Promise<UserStanding> {
  return send<UserStanding>('POST', '/api/user/manage', { id, action });
}

/** For who has lost the authenticator and the recovery codes. */
export function resetSecondFactor(id: number): Promise<unknown> {
  return send('DELETE', `/api/user/${id}/2fa`);
}

/** Ends a freeze; the server says why not while the books do not add up. */
export function releaseUser(id: number): Promise<unknown> {
  return send('POST', `/api/user/${id}/release`);
}

/** The newest keys of a user, masked. */
export function useUserKeys(id: number) {
  return useSWR<Page<ApiKey>>(`/api/user/${id}/tokens?page_size=20`, { keepPreviousData: false });
}
