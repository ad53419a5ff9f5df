import { users } from './seed.ts';

/** A list as people open it, and who opens it. */
export interface ListCall {
  readonly as: 'root' | 'heavy';
  readonly path: string;
  /** It adds up all rows of its filter, from the roll-up where it can. */
  readonly sums?: boolean;
}

const day = 86_400;

/** Every list of the console with each filter that has an index of its own, on the first page and on a late one. */
export function listCalls(now: number): ListCall[] {
  const root = (path: string, sums = false): ListCall => ({ as: 'root', path, sums });
  const heavy = (path: string, sums = false): ListCall => ({ as: 'heavy', path, sums });
  const week = `start_timestamp=${now - 7 * day}&end_timestamp=${now}`;
  return [
    root('/api/log/?p=1&page_size=100'),
    root('/api/log/?p=90&page_size=100'),
    root(`/api/log/?${week}`),
    root(`/api/log/?username=user${users - 5}`),
    root('/api/log/?model_name=model-7'),
    root('/api/log/?channel=17'),
    root('/api/log/?type=3'),
    root('/api/log/?group=vip'),
    root('/api/log/?token_name=key%20of%20user77'),
    root('/api/log/?request_id=request-424242'),
    root(`/api/log/stat?${week}`, true),
    root('/api/log/stat?model_name=model-7', true),
    heavy('/api/log/self/?p=1&page_size=100'),
    heavy('/api/log/self/?model_name=model-10'),
    heavy(`/api/log/self/stat?${week}`, true),
    root('/api/user/?p=1&page_size=100'),
    root('/api/user/?p=90&page_size=100'),
    root('/api/user/search?keyword=user4242&p=1&page_size=10'),
    root('/api/user/search?keyword=424&group=vip&p=1&page_size=10'),
    heavy('/api/token/?p=0&size=100'),
    heavy('/api/token/search?keyword=key%205'),
    root('/api/redemption/?p=1&page_size=100'),
    root('/api/redemption/search?keyword=spring&p=1&page_size=10'),
    root('/api/order/?p=1&page_size=100'),
    heavy('/api/user/orders?p=1&page_size=100'),
    root('/api/task/?p=1&page_size=100'),
    heavy('/api/task/self?p=1'),
    root('/api/mj/?p=1&page_size=100'),
    root('/api/audit/?p=1&page_size=100'),
    root('/api/channel/?p=1&page_size=100'),
    root(`/api/data/?${week}`, true),
    heavy(`/api/data/self?${week}`, true),
    root(`/api/data/summary?${week}&bucket=day`, true),
    heavy(`/api/data/self/summary?${week}&bucket=day`, true),
    root(`/api/data/channels?${week}&bucket=day`, true),
  ];
}
