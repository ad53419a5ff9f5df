import { logCalls } from './log-calls.ts';

export type Person = 'root' | 'heavy' | 'light';

/** A list as people open it, and who opens it. */
export interface ListCall {
  readonly as: Person;
  readonly path: string;
  /**
   * `rows`: as many whatever the size of the log. `sums`: those of each hour, channel and model, or of each user's hour, that a
   * period has. `matches`: all that match within 31 days.
   */
  readonly reads: 'rows' | 'sums' | 'matches';
}

const day = 86_400;
/** Every list of the console with each filter and each pair of filters, on the first page and on a late one. */
export function listCalls(now: number): ListCall[] {
  const root = (path: string, reads: ListCall['reads'] = 'rows'): ListCall => ({ as: 'root', path, reads });
  const heavy = (path: string, reads: ListCall['reads'] = 'rows'): ListCall => ({ as: 'heavy', path, reads });
  const week = `start_timestamp=${now - 7 * day}&end_timestamp=${now}`;
  return [
    ...logCalls(week),
    root('/api/user/?p=1&page_size=100'),
    root('/api/user/?p=90&page_size=100'),
    root('/api/user/search?keyword=user4242&p=1&page_size=10'),
    root('/api/user/search?keyword=424&group=vip&p=1&page_size=10'),
    heavy('/api/token/?p=0&size=100'),
    heavy('/api/token/search?keyword=key%205'),
    root('/api/user/2/tokens?p=1&page_size=100'),
    root('/api/redemption/?p=1&page_size=100'),
    root('/api/redemption/search?keyword=spring&p=1&page_size=10'),
    root('/api/order/?p=1&page_size=100'),
    heavy('/api/user/orders?p=1&page_size=100'),
    root('/api/task/?p=1&page_size=100'),
    heavy('/api/task/self?p=1'),
    root('/api/mj/?p=1&page_size=100'),
    heavy('/api/mj/self?p=1'),
    root('/api/audit/?p=1&page_size=100'),
    root('/api/option/history?p=1&page_size=100'),
    root('/api/channel/?p=1&page_size=100'),
    root('/api/channel/search?keyword=channel&p=1'),
    ...['', 'breaches', 'dead_letters', 'audits'].map((list) => root(`/api/books/${list}?p=1&page_size=100`)),
    ...(['hour', 'day'] as const).flatMap((bucket) => {
      const query = `${week}&bucket=${bucket}`;
      return [
        ...['model', 'channel', 'token', 'user'].map((by) => root(`/api/data/?${query}&group_by=${by}`, 'sums')),
        root(`/api/data/?${query}&username=heavy`, 'sums'),
        root(`/api/data/summary?${query}`, 'sums'),
        root(`/api/data/summary?${query}&username=heavy`, 'sums'),
        heavy(`/api/data/self?${query}`, 'sums'),
        heavy(`/api/data/self?${query}&group_by=token`, 'sums'),
        heavy(`/api/data/self/summary?${query}`, 'sums'),
        { as: 'light', path: `/api/data/self?${query}`, reads: 'sums' } as const,
        { as: 'light', path: `/api/data/self/summary?${query}`, reads: 'sums' } as const,
      ];
    }),
    root(`/api/data/channels?${week}&bucket=day`, 'sums'),
    root(`/api/data/channels?${week}&bucket=day&username=heavy`, 'sums'),
  ];
}
