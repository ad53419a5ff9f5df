import type { TaskReport, TaskStatus } from '@switchyard/contracts';
import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { readError } from '../../dialects/openai-chat/errors.ts';
import type { HostCall } from '../provider.ts';
import { readObject, textOf } from '../read-object.ts';
import type { Submission, TaskProvider } from '../task-provider.ts';

const states: Readonly<Record<string, TaskStatus>> = {
  queued: 'QUEUED',
  in_progress: 'IN_PROGRESS',
  completed: 'SUCCESS',
  failed: 'FAILURE',
};
const callsAtOnce = 10;

/** OpenAI's videos (API reference, Videos): a video is asked about alone. */
export const openaiVideoTasks: TaskProvider = {
  channelType: 1,
  platform: 'video',
  readSubmission,
  async poll(host, taskIds) {
    const left = [...taskIds];
    const reports: TaskReport[] = [];
    const workers = Array.from({ length: callsAtOnce }, async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const report = await askAbout(host, id).catch(() => undefined);
        if (report) reports.push(report);
      }
    });
    await Promise.all(workers);
    return reports;
  },
};

function readSubmission(status: number, text: string): Submission {
  const video = readObject(text);
  const taskId = textOf(video?.id);
  if (status < 300 && video && taskId !== '' && !isObject(video.error)) {
    const state = statusOf(video);
    return {
      accepted: true,
      taskId,
      status: state,
      progress: progressOf(video),
      free: false,
      answer: video,
      data: video,
    };
  }
  const { verdict, message } = readError(status < 300 ? 502 : status, text);
  return { accepted: false, verdict, reason: message, status: status >= 400 && status < 500 ? status : 502 };
}

async function askAbout(host: HostCall, id: string): Promise<TaskReport | undefined> {
  const video = await host(`/v1/videos/${encodeURIComponent(id)}`);
  if (!isObject(video) || textOf(video.id) !== id) return undefined;
  const error = isObject(video.error) ? textOf(video.error.message) || textOf(video.error.code) : '';
  const seconds = Number(textOf(video.seconds) || Number.NaN);
  const finished = Number(textOf(video.completed_at));
  return {
    taskId: id,
    status: statusOf(video),
    progress: progressOf(video),
    failReason: error.slice(0, 2_000),
    ...(seconds > 0 && seconds <= 100_000 ? { seconds } : {}),
    ...(finished > 0 && finished <= 8.64e12 ? { finishedAtMs: Math.floor(finished) * 1000 } : {}),
    data: video,
  };
}

function statusOf({ status }: Json): TaskStatus {
  return typeof status === 'string' && Object.hasOwn(states, status) ? (states[status] as TaskStatus) : 'UNKNOWN';
}

function progressOf({ progress }: Json): string {
  return typeof progress === 'number' && progress >= 0 && progress <= 100 ? `${Math.floor(progress)}%` : '0%';
}
