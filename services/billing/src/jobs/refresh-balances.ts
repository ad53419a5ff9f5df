import { startChannelRun } from '@switchyard/db';
import type { Job } from '@switchyard/queue';
import type { Ports } from '../ports.ts';

/** Asks upstreams what is left on the channels' accounts. */
export function refreshBalancesJob({ db }: Ports): Job {
  return {
    name: 'refresh-balances',
    schedule: { cron: '10 * * * *' },
    async run() {
      await startChannelRun(db, 'balance');
    },
  };
}
