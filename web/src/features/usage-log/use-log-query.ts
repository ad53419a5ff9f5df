import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { todayWindow } from '../../lib/time.ts';
import type { LogFilter } from './api.ts';

export interface LogQuery extends LogFilter {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
}

const DEFAULT_PAGE_SIZE = 10;

/** The log's filter, kept in the address so that a link shows the same rows. Without times: today until in an hour. */
export function useLogQuery(): { query: LogQuery; narrow: (change: Partial<LogQuery>) => void; clear: () => void } {
  const [today] = useState(todayWindow);
  const [search, setSearch] = useSearchParams();
  const text = (name: string) => search.get(name) ?? '';
  const figure = (name: string, otherwise: number) => {
    const value = Number(search.get(name) ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : otherwise;
  };

  const query: LogQuery = {
    start: figure('start', today.start),
    end: figure('end', today.end),
    type: figure('type', 0),
    token: text('token'),
    model: text('model'),
    group: text('group'),
    channel: text('channel'),
    username: text('username'),
    page: Math.max(1, figure('page', 1)),
    pageSize: Math.min(100, Math.max(1, figure('size', DEFAULT_PAGE_SIZE))),
  };

  const defaults: LogQuery = {
    ...today,
    type: 0,
    token: '',
    model: '',
    group: '',
    channel: '',
    username: '',
    page: 1,
    pageSize: DEFAULT_PAGE_SIZE,
  };

  function narrow(change: Partial<LogQuery>) {
    const next = { ...query, page: 1, ...change };
    const entries = Object.entries(next).filter(([name, value]) => value !== defaults[name as keyof LogQuery]);
    setSearch(
      Object.fromEntries(entries.map(([name, value]) => [name === 'pageSize' ? 'size' : name, String(value)])),
      {
        replace: true,
      },
    );
  }

  return { query, narrow, clear: () => setSearch({}, { replace: true }) };
}
