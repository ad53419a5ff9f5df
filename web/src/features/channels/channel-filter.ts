import type { ChannelListQuery } from './api.ts';

/** What of the list's query stands in the address; order and page size are kept in the browser. */
export type ChannelFilter = Omit<ChannelListQuery, 'pageSize' | 'idSort'>;

export const noFilter: ChannelFilter = {
  page: 1,
  byTag: false,
  keyword: '',
  group: '',
  model: '',
  status: 0,
  type: 0,
  tag: '',
};

const names = Object.keys(noFilter) as (keyof ChannelFilter)[];

/** Reads the filter from an address. What is missing or makes no sense is as if it were not there. */
export function readFilter(search: URLSearchParams): ChannelFilter {
  const text = (name: keyof ChannelFilter) => search.get(name)?.trim() ?? '';
  const figure = (name: keyof ChannelFilter) => {
    const value = Number(text(name));
    return Number.isSafeInteger(value) && value > 0 ? value : 0;
  };
  const status = figure('status');
  return {
    page: Math.max(1, figure('page')),
    byTag: text('byTag') === 'true',
    keyword: text('keyword'),
    group: text('group'),
    model: text('model'),
    status: status <= 3 ? status : 0,
    type: figure('type'),
    tag: text('tag'),
  };
}

/** The address with a changed filter: without what is as at first, back on page 1 unless a page is named. */
export function writeFilter(search: URLSearchParams, change: Partial<ChannelFilter>): URLSearchParams {
  const filter = { ...readFilter(search), page: 1, ...change };
  const next = new URLSearchParams(search);
  for (const name of names) {
    if (filter[name] === noFilter[name]) next.delete(name);
    else next.set(name, String(filter[name]));
  }
  return next;
}

/** Whether anything but the page and the way of showing narrows the list. */
export function isNarrowed(filter: ChannelFilter): boolean {
  return names.some((name) => name !== 'page' && name !== 'byTag' && filter[name] !== noFilter[name]);
}
