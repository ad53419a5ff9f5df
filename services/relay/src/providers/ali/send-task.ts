import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { asText, isObject } from '../../dialects/json.ts';
import { callUpstream } from '../../egress/call-upstream.ts';
import type { UpstreamCall } from '../provider.ts';
import { readObject } from '../read-object.ts';
import { ReportedResponse } from '../reported-response.ts';

type Answer = Awaited<ReturnType<typeof callUpstream>>;

const firstPauseMs = 1_000;
const pauseMs = 3_000;
const unfinished = new Set(['PENDING', 'RUNNING', 'SUSPENDED']);

/** Submits a task and asks for it until it ended; what it ended with is the answer. Deadlines are the attempt's. */
export function sendTask(call: UpstreamCall, handler: Dispatcher.DispatchHandler, dispatcher: Dispatcher): void {
  const response = new ReportedResponse(handler);
  run(call, dispatcher, response.signal).then(
    ({ status, text }) => response.send(status, 'application/json', Buffer.from(text)),
    (error) => response.fail(error as Error),
  );
}

async function run(call: UpstreamCall, dispatcher: Dispatcher, signal: AbortSignal): Promise<Answer> {
  const { url, headers, body } = call;
  const submitted = await callUpstream({ dispatcher, url, method: 'POST', headers, body });
  const { output } = readObject(submitted.text) ?? {};
  if (!isObject(output) || typeof output.task_id !== 'string') return submitted;
  const task = new URL(url.href.replace(/\/services\/.*$/, `/tasks/${encodeURIComponent(output.task_id)}`));
  try {
    return await untilEnded({ dispatcher, url: task, headers }, signal);
  } catch (error) {
    const cancel = new URL(`${task.href}/cancel`);
    // One that is drawn already cannot be taken back, and nobody is left to hear of it.
    callUpstream({ dispatcher, url: cancel, method: 'POST', headers }).catch(() => {});
    throw error;
  }
}

/**
 * Asks until the task has ended. An answer that does not say how it stands is no news: it goes on all the same, and another channel would
 * draw it, and be paid, again.
 */
async function untilEnded(
  task: Pick<Parameters<typeof callUpstream>[0], 'dispatcher' | 'url' | 'headers'>,
  signal: AbortSignal,
): Promise<Answer> {
  for (let waitMs = firstPauseMs; ; waitMs = pauseMs) {
    await pause(waitMs, undefined, { signal });
    const answer = await callUpstream({ ...task, method: 'GET' }).catch(() => undefined);
    const { output } = readObject(answer?.text ?? '') ?? {};
    const status = isObject(output) ? asText(output.task_status) : '';
    if (answer && status !== '' && !unfinished.has(status)) return answer;
  }
}
