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
export interface Self {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly role: number;
  readonly status: number;
  readonly group: string;
  readonly quota: number;
  readonly used_quota: number;
  readonly request_count: number;
  readonly must_change_password?: boolean;
}

export function useSelf() {
  return useSWR<Self>('/api/user/self');
}
