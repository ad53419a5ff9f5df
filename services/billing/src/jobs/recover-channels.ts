import { startChannelRun } from '@switchyard/db';
import type { Job } from '@switchyard/queue';
import type { Ports } from '../ports.ts';
import { readSettings } from '../settings.ts';

/** Tests what the system switched off, so that it comes back when it is well again. */
export function recoverChannelsJob({ db, optionKey }: Ports): Job {
  return {
    name: 'recover-channels',
    schedule: { everyMs: 600_000 },
    async run() {
      const { options } = await readSettings(db, optionKey);
      if (options.AutomaticEnableChannelEnabled) await startChannelRun(db, 'recovery');
    },
  };
}
