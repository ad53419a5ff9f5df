import { pollMidjourney } from '../midjourney/poll.ts';
import { readSubmission } from '../midjourney/read-submission.ts';
import type { TaskProvider } from '../task-provider.ts';

export const midjourneyPlusTasks: TaskProvider = {
  channelType: 5,
  platform: 'midjourney',
  // A speed in the channel's own address is the operator's choice.
  path: (path, mode, base) => (mode === undefined || base.includes('/mj-') ? path : `/mj-${mode}${path}`),
  readSubmission,
  poll: pollMidjourney,
};
