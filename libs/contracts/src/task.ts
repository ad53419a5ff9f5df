import { type Static, Type } from 'typebox';

/**
 * How a task stands, whatever its upstream calls that. `MODAL` waits for its caller (Midjourney's dialogs). `UNKNOWN` is a word
 * that we do not know: the task counts as running.
 */
export const TaskStatus = Type.Union([
  Type.Literal('NOT_START'),
  Type.Literal('SUBMITTED'),
  Type.Literal('QUEUED'),
  Type.Literal('IN_PROGRESS'),
  Type.Literal('MODAL'),
  Type.Literal('SUCCESS'),
  Type.Literal('FAILURE'),
  Type.Literal('CANCEL'),
  Type.Literal('UNKNOWN'),
]);
export type TaskStatus = Static<typeof TaskStatus>;

/** Nothing changes a task any more. What was charged for a task that ended without a result is given back. */
export const endedStates = ['SUCCESS', 'FAILURE', 'CANCEL'] as const satisfies readonly TaskStatus[];

export const TaskPlatform = Type.Union([Type.Literal('midjourney'), Type.Literal('suno'), Type.Literal('video')]);
export type TaskPlatform = Static<typeof TaskPlatform>;

/** The upstream's own object of a task, kept and returned as it came. */
const upstreamObject = Type.Record(Type.String(), Type.Unknown());
const timeMs = Type.Integer({ minimum: 0, maximum: 8.64e15 });

/** A task that an upstream accepted, beside the charge for it. */
export const SubmittedTask = Type.Object({
  platform: TaskPlatform,
  /** The upstream's name for it; '' when it gave none. */
  taskId: Type.String({ maxLength: 200 }),
  action: Type.String({ maxLength: 40 }),
  status: TaskStatus,
  /** `"0%"` to `"100%"`. */
  progress: Type.String({ maxLength: 20 }),
  prompt: Type.String({ maxLength: 2_000 }),
  data: upstreamObject,
  /** Which of the channel's keys began it, when it has several: only that account knows the task. */
  keyId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Where its caller wants to hear of changes. */
  notifyHook: Type.Optional(Type.String({ maxLength: 1_000 })),
});
export type SubmittedTask = Static<typeof SubmittedTask>;

/** Asks the relay how tasks of one channel and key stand (POST /internal/tasks/poll). */
export const TaskPoll = Type.Object({
  channelId: Type.Integer({ minimum: 1 }),
  keyId: Type.Optional(Type.Integer({ minimum: 1 })),
  platform: TaskPlatform,
  taskIds: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 100 }),
});
export type TaskPoll = Static<typeof TaskPoll>;

/** What an upstream says of a task. Absent: it did not say. */
export const TaskReport = Type.Object({
  taskId: Type.String({ maxLength: 200 }),
  status: TaskStatus,
  progress: Type.Optional(Type.String({ maxLength: 20 })),
  failReason: Type.Optional(Type.String({ maxLength: 2_000 })),
  startedAtMs: Type.Optional(timeMs),
  finishedAtMs: Type.Optional(timeMs),
  /** Of video, when the upstream tells how long it came to be. */
  seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000 })),
  data: Type.Optional(upstreamObject),
});
export type TaskReport = Static<typeof TaskReport>;

/** `lost`: the channel, or its key, does not exist any more. A task that is not in `reports` is not known there at the moment. */
export const TaskPollAnswer = Type.Object({ lost: Type.Boolean(), reports: Type.Array(TaskReport) });
export type TaskPollAnswer = Static<typeof TaskPollAnswer>;
