import type { TextKey } from '../../lib/i18n.ts';

const reasons: Readonly<Record<number, TextKey>> = {
  0: 'log:try.noAnswer',
  400: 'log:try.refused',
  401: 'log:try.key',
  402: 'log:try.unpaid',
  403: 'log:try.key',
  404: 'log:try.noModel',
  408: 'log:try.slow',
  413: 'log:try.tooLong',
  422: 'log:try.refused',
  429: 'log:try.busy',
  503: 'log:try.overloaded',
  504: 'log:try.slow',
  529: 'log:try.overloaded',
};

/** What an upstream's status says about a try. */
export function tryReason(status: number): TextKey {
  if (status >= 200 && status < 300) return 'log:try.good';
  return reasons[status] ?? (status >= 500 ? 'log:try.broken' : 'log:try.refused');
}
