/** The rows that the list shows, as its address says it. */
export interface UserQuery {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly keyword: string;
  readonly group: string;
}

const defaultPageSize = 10;
const mostRows = 100;

export function readUserQuery(search: URLSearchParams): UserQuery {
  const figure = (name: string, otherwise: number) => {
    const text = search.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise;
  };
  return {
    page: figure('page', 1),
    pageSize: Math.min(mostRows, figure('size', defaultPageSize)),
    keyword: search.get('keyword') ?? '',
    group: search.get('group') ?? '',
  };
}

/** What is as usual does not stand in the address. */
export function writeUserQuery({ page, pageSize, keyword, group }: UserQuery): string {
  const search = new URLSearchParams();
  if (keyword !== '') search.set('keyword', keyword);
  if (group !== '') search.set('group', group);
  if (page !== 1) search.set('page', String(page));
  if (pageSize !== defaultPageSize) search.set('size', String(pageSize));
  return search.toString();
}
