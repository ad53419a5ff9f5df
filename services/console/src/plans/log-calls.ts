import type { ListCall, Person } from './calls.ts';
import { light } from './seed.ts';

/** The log as everybody may open it: each filter, each pair of filters, as a list, as sums and as an export. */
export function logCalls(week: string): ListCall[] {
  const common = {
    type: ['type=3', 'type=2'],
    token: ['token_name=key%20of%20heavy', 'token_name=key%205'],
    model: ['model_name=model-10', 'model_name=model-7'],
    group: ['group=vip', 'group=nobody'],
    week: [week],
    quota: ['min_quota=106', 'min_quota=1000'],
  };
  const whole = { ...common, username: ['username=heavy', `username=${light}`], channel: ['channel=17'] };
  return [
    ...calls('root', '/api/log/', '/api/log/stat', '/api/log/export', whole, ['request_id=request-4242']),
    ...(['heavy', 'light'] as const).flatMap((as) =>
      calls(as, '/api/log/self/', '/api/log/self/stat', '/api/log/self/export', common, [
        'request_id=request-4242',
        'keyword=topped',
      ]),
    ),
  ];
}

function calls(
  as: Person,
  list: string,
  stat: string,
  csv: string,
  filters: Readonly<Record<string, readonly string[]>>,
  ofListAlone: readonly string[],
): ListCall[] {
  const names = Object.values(filters);
  const singles = names.flat();
  const pairs = names.flatMap((some, index) =>
    names.slice(index + 1).flatMap((others) => some.flatMap((one) => others.map((other) => `${one}&${other}`))),
  );
  const at = (path: string, reads: ListCall['reads']) => (query: string) => ({ as, path: `${path}?${query}`, reads });
  return [
    ...['p=1&page_size=100', 'p=90&page_size=100', ...ofListAlone, ...singles, ...pairs].map(at(list, 'rows')),
    ...['', ...singles, ...pairs].map((query) => at(stat, query.includes('min_quota') ? 'matches' : 'sums')(query)),
    ...['', ...singles].map(at(csv, 'matches')),
  ];
}
