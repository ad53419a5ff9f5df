import type { Verdict } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { scrub } from '../../dialects/scrub.ts';
import { readObject, textOf } from '../read-object.ts';
import type { Submission } from '../task-provider.ts';

/** How hosts say yes: Suno-API by a word, gateways by a number. */
const successes: ReadonlySet<unknown> = new Set(['success', 0, 1, 200]);
const empty = /\b402\b|credit|insufficient/i;

/** Reads the answer to POST /suno/submit/{action}: the id of the task, plain or in an object. */
export function readSubmission(status: number, text: string): Submission {
  const answer = readObject(text);
  const data = answer?.data;
  const taskId = isObject(data) ? textOf(data.task_id) : textOf(data);
  if (status < 300 && answer && successes.has(answer.code) && taskId !== '') {
    const told = { code: 'success', message: '', data: taskId };
    return { accepted: true, taskId, status: 'NOT_START', progress: '0%', free: false, answer: told, data: {} };
  }
  const reason = scrub(textOf(answer?.message) || text.slice(0, 200)) || `status ${status}`;
  return {
    accepted: false,
    verdict: verdictOf(status, reason),
    reason,
    status: status >= 400 && status < 500 ? status : 502,
  };
}

function verdictOf(status: number, reason: string): Verdict {
  if (status === 401 || empty.test(reason)) return 'credential';
  return status === 400 ? 'client' : 'retry';
}
