import type { CodeListQuery } from './api.ts';
import { codeStates } from './code-state.ts';

export const DEFAULT_PAGE_SIZE = 10;
const mostPerPage = 100;

/** The list's query as it stands in the address; what makes no sense is as if it were not there. */
export function readCodeQuery(search: URLSearchParams): CodeListQuery {
  const figure = (name: string) => {
    const value = Number(search.get(name) ?? 0);
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  return {
    page: figure('page') ?? 1,
    pageSize: Math.min(mostPerPage, figure('size') ?? DEFAULT_PAGE_SIZE),
    keyword: search.get('keyword')?.trim() ?? '',
    state: codeStates.find((state) => state === search.get('state')),
  };
}

/** The address with a changed query: on page 1 unless a page is named. Foreign parameters stay. */
export function writeCodeQuery(search: URLSearchParams, change: Partial<CodeListQuery>): URLSearchParams {
  const { page, pageSize, keyword, state } = { ...readCodeQuery(search), page: 1, ...change };
  const next = new URLSearchParams(search);
  const put = (name: string, value: string, usual: string) =>
    value === usual ? next.delete(name) : next.set(name, value);
  put('page', String(page), '1');
  put('size', String(pageSize), String(DEFAULT_PAGE_SIZE));
  put('keyword', keyword, '');
  put('state', state ?? '', '');
  return next;
}
