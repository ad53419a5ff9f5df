import type { Drawing, Task } from './api.ts';
import { type Result, resultsOf, webAddress } from './results.ts';

/** A button that a drawing offers, such as `U1`; pressed ones have been used. */
export interface DrawingButton {
  readonly label: string;
  readonly pressed: boolean;
}

/** A song, a video or a drawing, as the lists show it. Times in unix seconds, 0 when unset. */
export interface Work {
  readonly id: number;
  /** The upstream's name for it. */
  readonly workId: string;
  readonly platform: string;
  readonly action: string;
  readonly status: string;
  readonly progress: string;
  readonly prompt: string;
  readonly submittedAt: number;
  readonly finishedAt: number;
  readonly failReason: string;
  readonly quota: number;
  /** Administrators only. */
  readonly channelId: number | undefined;
  readonly results: readonly Result[];
  readonly buttons: readonly DrawingButton[];
  /** As the server tells it. */
  readonly record: Task | Drawing;
}

const ended = ['SUCCESS', 'FAILURE', 'CANCEL'];

export function isUnderWay({ status }: { readonly status: string }): boolean {
  return !ended.includes(status);
}

export function workOfTask(task: Task): Work {
  return {
    id: task.id,
    workId: task.task_id,
    platform: task.platform,
    action: task.action,
    status: task.status,
    progress: task.progress,
    prompt: task.properties.input,
    submittedAt: task.submit_time,
    finishedAt: task.finish_time,
    failReason: task.fail_reason,
    quota: task.quota,
    channelId: task.channel_id,
    results: resultsOfTask(task),
    buttons: [],
    record: task,
  };
}

/** A host that names no address of its video hands it out to who asked for it alone: it is played through us. */
function resultsOfTask({ data, video_url: url }: Task): Result[] {
  const results = resultsOf(data);
  return results.length === 0 && url !== '' ? [{ kind: 'video', url, title: '' }] : results;
}

export function workOfDrawing(drawing: Drawing): Work {
  const picture = webAddress(drawing.image_url);
  return {
    id: drawing.id,
    workId: drawing.mj_id,
    platform: 'midjourney',
    action: drawing.action,
    status: drawing.status,
    progress: drawing.progress,
    prompt: drawing.prompt,
    submittedAt: Math.floor(drawing.submit_time / 1000),
    finishedAt: Math.floor(drawing.finish_time / 1000),
    failReason: drawing.fail_reason,
    quota: drawing.quota,
    channelId: drawing.channel_id,
    results: picture === undefined ? [] : [{ kind: 'image', url: picture, title: '' }],
    buttons: readButtons(drawing.buttons),
    record: drawing,
  };
}

/** Discord's colours of a button that was pressed: blurple and green. */
const pressedStyles: readonly unknown[] = [1, 3];

function readButtons(text: string): DrawingButton[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [];
    return value.flatMap((button: { label?: unknown; emoji?: unknown; style?: unknown } | null) => {
      const label = [button?.emoji, button?.label].filter((part) => typeof part === 'string' && part !== '').join(' ');
      return label === '' ? [] : [{ label, pressed: pressedStyles.includes(button?.style) }];
    });
  } catch {
    return [];
  }
}

/** Seconds from submission to the end, or until now. */
export function secondsSpent({ submittedAt, finishedAt, status }: Work, nowSeconds: number): number | undefined {
  if (submittedAt === 0) return undefined;
  if (finishedAt > 0) return Math.max(0, finishedAt - submittedAt);
  return isUnderWay({ status }) ? Math.max(0, nowSeconds - submittedAt) : undefined;
}

/** Of 100, when the progress is a percentage. */
export function percentOf(progress: string): number | undefined {
  const match = /^(\d{1,3})(?:\.\d+)?%$/.exec(progress.trim());
  return match === null ? undefined : Math.min(100, Number(match[1]));
}
