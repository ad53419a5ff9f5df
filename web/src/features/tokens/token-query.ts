/** What the list shows, as the address has it. */
export interface TokenQuery {
  readonly keyword: string;
  /** As `keyStatus` has it; 0 is all. */
  readonly status: number;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
}

export const pageSizes = [10, 20, 30, 50, 100] as const;

function whole(text: string | null): number {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

export function readTokenQuery(search: URLSearchParams): TokenQuery {
  const pageSize = whole(search.get('size'));
  const status = whole(search.get('status'));
  return {
    keyword: search.get('keyword') ?? '',
    status: status <= 4 ? status : 0,
    page: Math.max(1, whole(search.get('page'))),
    pageSize: pageSizes.find((size) => size === pageSize) ?? pageSizes[0],
  };
}

/** The address after a change. Other filters begin at the first page; what is usual is left out. */
export function withTokenQuery(search: URLSearchParams, change: Partial<TokenQuery>): URLSearchParams {
  const page = change.page ?? 1;
  const query = { ...readTokenQuery(search), ...change, page };
  const next = new URLSearchParams(search);
  const entries = {
    keyword: query.keyword,
    status: query.status === 0 ? '' : String(query.status),
    page: query.page === 1 ? '' : String(query.page),
    size: query.pageSize === pageSizes[0] ? '' : String(query.pageSize),
  };
  for (const [name, value] of Object.entries(entries)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Whether a searched text is a key, which never comes to stand in an address. */
export function isKey(text: string): boolean {
  return text.startsWith('sk-') || /^[0-9A-Za-z]{48}$/.test(text);
}

/** The id in the address, for what is open over the list. */
export function readId(text: string | null): number | undefined {
  return whole(text) || undefined;
}
