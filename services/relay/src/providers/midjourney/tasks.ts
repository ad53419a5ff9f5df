import type { TaskProvider } from '../task-provider.ts';
import { pollMidjourney } from './poll.ts';
import { readSubmission } from './read-submission.ts';

/** Actions of the plain proxy; those with buttons belong to its superset. */
const actions = new Set(['IMAGINE', 'UPSCALE', 'VARIATION', 'REROLL', 'DESCRIBE', 'BLEND']);

export const midjourneyTasks: TaskProvider = {
  channelType: 2,
  platform: 'midjourney',
  serves: (action) => actions.has(action),
  readSubmission,
  poll: pollMidjourney,
};
