import type { TaskPlatform, TaskReport, TaskStatus } from '@switchyard/contracts';
import type { Json, Verdict } from '../dialects/canonical.ts';

import type { HostCall } from './provider.ts';

/** How a kind of channel runs tasks: work that is submitted, goes on there and is asked about. */
export interface TaskProvider {
  /** Channel type of the product's catalogue. */
  readonly channelType: number;
  /** Whose protocol clients speak for it. */
  readonly platform: TaskPlatform;
  /** Whether it knows an action; absent: all of its platform. */
  serves?(action: string): boolean;
  /** Where a path of the platform's protocol is at this host. `base` is the path of the channel's own address. */
  path?(path: string, mode: string | undefined, base: string): string;
  /** Reads the answer to a submission. */
  readSubmission(status: number, text: string, action: string): Submission;
  /** How tasks stand; those that the host does not know at the moment are left out. Rejects when it does not answer. */
  poll(host: HostCall, taskIds: readonly string[]): Promise<TaskReport[]>;
}

export type Submission = Accepted | Refused;

export interface Accepted {
  readonly accepted: true;
  /** '' when the host gave none. */
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly progress: string;
  /** Costs nothing yet. */
  readonly free: boolean;
  /** For the client. */
  readonly answer: Json;
  /** What the host says of the task already. */
  readonly data: Json;
}

export interface Refused {
  readonly accepted: false;
  readonly verdict: Verdict;
  /** Scrubbed; for the client and the log. */
  readonly reason: string;
  /** HTTP status and the host's own words when clients of the platform understand them; else the reason is told. */
  readonly status: number;
  readonly answer?: Json;
}
