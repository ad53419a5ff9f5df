import type { TaskProvider } from '../task-provider.ts';
import { pollSuno } from './poll.ts';
import { readSubmission } from './read-submission.ts';

export const sunoTasks: TaskProvider = { channelType: 36, platform: 'suno', readSubmission, poll: pollSuno };
