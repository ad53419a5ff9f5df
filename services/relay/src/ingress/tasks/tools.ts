import type { Bus } from '@switchyard/bus';
import { notices } from '@switchyard/contracts';
import type { Logger } from '@switchyard/log';
import { TaskLinks } from './links.ts';

/** What the task routes need beside what all requests need. */
export interface TaskTools {
  readonly links: TaskLinks;
  /** Lets billing ask about a task now; a hint that is lost costs 15 s. */
  hint(requestId: string): void;
}

export function taskTools(linkKey: Uint8Array, bus: Bus, log: Logger): TaskTools {
  return {
    links: new TaskLinks(linkKey),
    hint(requestId) {
      bus
        .notify(notices.taskHinted, requestId)
        .catch((error) => log.warn({ err: error, requestId }, 'a hint about a task was not sent'));
    },
  };
}
