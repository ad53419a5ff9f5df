export interface AuditFilter {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly username: string;
  /** Part of the content. */
  readonly keyword: string;
  /** Unix seconds; undefined is no bound. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export const pageSizes: readonly number[] = [10, 20, 50, 100];
const usualPageSize = 20;

/** The filter that an address holds. What cannot be read counts as not given. */
export function filterFrom(search: URLSearchParams): AuditFilter {
  const pageSize = numberOf(search.get('page_size'));
  return {
    page: numberOf(search.get('page')) ?? 1,
    pageSize: pageSize !== undefined && pageSizes.includes(pageSize) ? pageSize : usualPageSize,
    username: search.get('username') ?? '',
    keyword: search.get('keyword') ?? '',
    from: numberOf(search.get('from')),
    to: numberOf(search.get('to')),
  };
}

/** The address of a filter, without what is usual. */
export function searchOf({ page, pageSize, username, keyword, from, to }: AuditFilter): URLSearchParams {
  const search = new URLSearchParams();
  const set = (name: string, value: string | number | undefined, usual: string | number = '') => {
    if (value !== undefined && value !== usual) search.set(name, String(value));
  };
  set('username', username);
  set('keyword', keyword);
  set('from', from);
  set('to', to);
  set('page', page, 1);
  set('page_size', pageSize, usualPageSize);
  return search;
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined;
}
