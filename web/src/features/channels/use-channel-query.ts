import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChannelListQuery } from './api.ts';
import { type ChannelFilter, readFilter, writeFilter } from './channel-filter.ts';

export const pageSizes = [10, 20, 50, 100];
const defaultPageSize = 20;
const pageSizeKey = 'page-size';
const idSortKey = 'id-sort';

export interface ChannelQueryState {
  readonly query: ChannelListQuery;
  narrow(change: Partial<ChannelFilter>): void;
  setPageSize(pageSize: number): void;
  setIdSort(idSort: boolean): void;
}

/** The list's query: the filter lives in the address, order and page size in the browser. */
export function useChannelQuery(): ChannelQueryState {
  const [search, setSearch] = useSearchParams();
  const [idSort, setIdSort] = useState(() => localStorage.getItem(idSortKey) === 'true');
  const [pageSize, setPageSize] = useState(() => {
    const stored = Number(localStorage.getItem(pageSizeKey));
    return pageSizes.includes(stored) ? stored : defaultPageSize;
  });

  const narrow = (change: Partial<ChannelFilter>) => setSearch((last) => writeFilter(last, change), { replace: true });

  return {
    query: { ...readFilter(search), idSort, pageSize },
    narrow,
    setPageSize: (next) => {
      localStorage.setItem(pageSizeKey, String(next));
      setPageSize(next);
      narrow({});
    },
    setIdSort: (next) => {
      localStorage.setItem(idSortKey, String(next));
      setIdSort(next);
      narrow({});
    },
  };
}
