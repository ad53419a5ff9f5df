import { midjourneyTasks } from './midjourney/tasks.ts';
import { midjourneyPlusTasks } from './midjourney-plus/tasks.ts';
import { openaiVideoTasks } from './openai/video-tasks.ts';
import { sunoTasks } from './suno/tasks.ts';
import type { TaskProvider } from './task-provider.ts';

const byType = new Map<number, TaskProvider>(
  [midjourneyTasks, midjourneyPlusTasks, sunoTasks, openaiVideoTasks].map((provider) => [
    provider.channelType,
    provider,
  ]),
);

/** How channels of a type run tasks; undefined when they run none. */
export function taskProviderOf(channelType: number): TaskProvider | undefined {
  return byType.get(channelType);
}
