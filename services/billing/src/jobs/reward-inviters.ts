import type { Job } from '@switchyard/queue';
import { rewardInviters } from '../invites/reward.ts';
import type { Ports } from '../ports.ts';
import { readSettings } from '../settings.ts';

export function rewardInvitersJob({ db, optionKey }: Ports): Job {
  return {
    name: 'reward-inviters',
    schedule: { everyMs: 60_000 },
    run: async () => rewardInviters(db, (await readSettings(db, optionKey)).options),
  };
}
