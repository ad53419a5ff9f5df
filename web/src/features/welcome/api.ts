import type { ChannelView, LogView } from '@switchyard/console/calls';
import useSWR from 'swr';
import { useSelf } from '../../lib/catalogue.ts';
import type { Page } from '../../lib/http.ts';
import { polled } from '../../lib/polled.ts';
import { ADMINISTRATOR_ROLE, ROOT_ROLE } from '../../lib/session.ts';
import { useSiteStatus } from '../../lib/site-status.ts';
import type { Standing } from './steps.ts';

const lookEveryMs = 3000;

/** What the account has so far; undefined while it is not known. Pass false to ask for nothing but the account itself. */
export function useStanding(wanted: boolean): Standing | undefined {
  const { data: self } = useSelf();
  const { server_address: address } = useSiteStatus();
  const operates = (self?.role ?? 0) >= ADMINISTRATOR_ROLE;
  const isRoot = (self?.role ?? 0) >= ROOT_ROLE;
  const ask = (path: string, needed: boolean) => (wanted && needed ? path : null);
  const keys = useSWR<Page<unknown>>(ask('/api/token/?p=0&size=1', true)).data;
  const channels = useSWR<Page<ChannelView>>(ask('/api/channel/?p=1&page_size=100', operates)).data;
  const unpriced = useSWR<string[]>(ask('/api/option/prices/unpriced', operates)).data;

  if (self === undefined || keys === undefined) return undefined;
  if (operates && (channels === undefined || unpriced === undefined)) return undefined;
  return {
    site: !operates
      ? undefined
      : {
          channels: channels?.total ?? 0,
          isTested: channels?.items.some(({ response_time: ms }) => ms > 0) ?? false,
          unpriced: unpriced?.length ?? 0,
          address: isRoot ? address : undefined,
        },
    mustChangePassword: isRoot ? self.must_change_password : undefined,
    balance: self.quota,
    keys: keys.total,
    requests: self.request_count,
  };
}

/** The newest request of the log, if wanted; looked for again and again while `waiting`. */
export function useNewestRequest(wanted: boolean, waiting: boolean): LogView | undefined {
  return useSWR<Page<LogView>>(wanted ? '/api/log/self?type=2&page_size=1' : null, {
    ...polled(waiting ? lookEveryMs : 0),
    keepPreviousData: false,
  }).data?.items[0];
}
