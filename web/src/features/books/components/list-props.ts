import type { Paging } from '../../../components/record-list.tsx';
import { pageSizes } from '../../../lib/page-sizes.ts';
import type { BooksQuery } from '../books-query.ts';

/** What each list of the books is given. */
export interface BooksListProps {
  readonly query: BooksQuery;
  readonly onChange: (change: Partial<BooksQuery>) => void;
}

export function pagingOf({ query, onChange }: BooksListProps, total = 0): Paging {
  return {
    page: query.page,
    pageSize: query.pageSize,
    total,
    sizes: pageSizes(total),
    onChange: (page, pageSize) => onChange(pageSize === query.pageSize ? { page } : { page: 1, pageSize }),
  };
}
