import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Json } from '../../dialects/canonical.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { callUpstream } from '../../egress/call-upstream.ts';
import type { UpstreamCall } from '../provider.ts';
import { readObject } from '../read-object.ts';
import { ReportedResponse } from '../reported-response.ts';

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

async function run(call: UpstreamCall, dispatcher: Dispatcher, signal: AbortSignal) {
  const { url, headers, body } = call;
  let answer = await callUpstream({ dispatcher, url, method: 'POST', headers, body });
  const id = outputOf(answer.text).task_id;
  if (typeof id !== 'string') return answer;
  const task = new URL(url.href.replace(/\/services\/.*$/, `/tasks/${encodeURIComponent(id)}`));
  for (let waitMs = firstPauseMs; unfinished.has(asText(outputOf(answer.text).task_status)); waitMs = pauseMs) {
    await pause(waitMs, undefined, { signal });
    answer = await callUpstream({ dispatcher, url: task, method: 'GET', headers });
  }
  return answer;
}

function outputOf(text: string): Json {
  const output = readObject(text)?.output;
  return isObject(output) ? output : {};
}
