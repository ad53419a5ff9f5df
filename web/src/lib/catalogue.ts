import type { SelfView } from '@switchyard/console/calls';
import useSWR from 'swr';

/** Names of all groups (administrators). Pass false to ask for nothing. */
export function useGroupNames(enabled = true): readonly string[] {
  return useSWR<string[]>(enabled ? '/api/group/' : null).data ?? [];
}

/** Models the signed-in person can call. */
export function useModelNames(): readonly string[] {
  return useSWR<string[]>('/api/user/models').data ?? [];
}

/** The signed-in person's own record: GET /api/user/self. */
export type Self = Readonly<SelfView>;

export function useSelf() {
  return useSWR<Self>('/api/user/self');
}
