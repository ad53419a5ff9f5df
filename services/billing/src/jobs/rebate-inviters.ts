import type { Job } from '@switchyard/queue';
import { rebateInviters } from '../invites/rebate.ts';
import type { Ports } from '../ports.ts';
import { readSettings } from '../settings.ts';

export function rebateInvitersJob({ db, optionKey }: Ports): Job {
  return {
    name: 'rebate-inviters',
    schedule: { cron: '5 * * * *' },
    run: async () => rebateInviters(db, (await readSettings(db, optionKey)).options),
  };
}
