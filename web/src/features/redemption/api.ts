import type { CodeState, CodeView, NewCodes } from '@switchyard/console/calls';
import useSWR from 'swr';
import { type Page, send, withQuery } from '../../lib/http.ts';
import { useFreshRecord } from '../../lib/use-fresh-record.ts';

export const codeStatus = { unused: 1, disabled: 2, used: 3 } as const;

/** `expired_time` of a code that never expires. */
export const NEVER = -1;

export const MOST_AT_ONCE = 100;
export const LONGEST_NAME = 20;

/** A redemption code. Times in unix seconds. */
export type Code = Readonly<CodeView>;

export type CodeFields = Readonly<NewCodes>;
export type { CodeState };

export interface CodeListQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly keyword: string;
  readonly state: CodeState | undefined;
}

export function useCodes({ page, pageSize, keyword, state }: CodeListQuery) {
  const path = keyword === '' ? '/api/redemption/' : '/api/redemption/search';
  return useSWR<Page<Code>>(withQuery(path, { p: page, page_size: pageSize, keyword, state }));
}

/** A code to edit; undefined asks for nothing. */
export function useCode(id: number | undefined) {
  return useFreshRecord<Code>(id === undefined ? undefined : `/api/redemption/${id}`);
}

/** Makes codes and answers them. */
export function createCodes(fields: CodeFields): Promise<string[]> {
  return send('POST', '/api/redemption/', fields);
}

/** Absent fields stay as they are. */
export function updateCode(id: number, changes: Partial<Omit<CodeFields, 'count'>>): Promise<unknown> {
  return send('PUT', '/api/redemption/', { id, ...changes });
}

export function setCodeStatus(id: number, status: number): Promise<unknown> {
  return send('PUT', '/api/redemption/?status_only=true', { id, status });
}

export function deleteCode(id: number): Promise<unknown> {
  return send('DELETE', `/api/redemption/${id}/`);
}

/** Takes used and expired codes out of the list and answers how many those were. */
export function deleteSpentCodes(): Promise<number> {
  return send('DELETE', '/api/redemption/spent');
}
