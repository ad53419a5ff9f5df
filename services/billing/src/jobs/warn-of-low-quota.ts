import type { Job } from '@switchyard/queue';
import { warnOfLowQuota } from '../notices/warn-of-low-quota.ts';
import type { Ports } from '../ports.ts';
import { readSettings } from '../settings.ts';

export function warnOfLowQuotaJob({ db, optionKey }: Ports): Job {
  return {
    name: 'warn-of-low-quota',
    schedule: { everyMs: 60_000 },
    async run() {
      const { options } = await readSettings(db, optionKey);
      while ((await warnOfLowQuota({ db, optionKey }, options)) > 0);
    },
  };
}
