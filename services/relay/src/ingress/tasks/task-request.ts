import type { TaskPlatform, UsageTokens } from '@switchyard/contracts';
import type { Json } from '../../dialects/canonical.ts';
import type { StoredTask } from './task-repository.ts';

/** A task that a client wants done. */
export interface TaskRequest {
  readonly platform: TaskPlatform;
  readonly action: string;
  /** What it is priced as, and what keys and channels name. */
  readonly model: string;
  /** What the price multiplies, such as seconds. */
  readonly usage: Pick<UsageTokens, 'calls' | 'seconds' | 'size'>;
  readonly prompt: string;
  readonly notifyHook?: string | undefined;
  /** The task that this one builds on: only the channel that has it can do that. */
  readonly origin?: StoredTask | undefined;
  /** Speed that the client chose by its path. */
  readonly mode?: string | undefined;
  /** What goes to a channel, which knows the model by this name. */
  write(upstreamModel: string): TaskCall;
}

/** What is posted to a host. */
export interface TaskCall {
  /** In the platform's protocol, below the channel's address. */
  readonly path: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** What the client is told. */
export interface TaskAnswer {
  readonly status: number;
  readonly body: Json;
}
