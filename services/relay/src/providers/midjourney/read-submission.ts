import type { Json, Verdict } from '../../dialects/canonical.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { scrub } from '../../dialects/scrub.ts';
import { readObject, textOf } from '../read-object.ts';
import type { Refused, Submission } from '../task-provider.ts';
import { readStatus } from './status.ts';

/** Codes of the proxy's answers. */
const codes = { accepted: 1, notFound: 3, exists: 21, queued: 22, queueFull: 23, failed: 9 } as const;
/** Actions that begin something new, so that another account may do them as well. */
const fresh = new Set(['IMAGINE', 'BLEND', 'DESCRIBE', 'SHORTEN']);

/**
 * Reads what a proxy says to a submission. What it took (also into its queue, or has already) is told to clients as
 * code 1, for they know no other word for it.
 */
export function readSubmission(status: number, text: string, action: string): Submission {
  const answer = readObject(text);
  if (!answer || typeof answer.code !== 'number') return unreadable(status, text);
  const properties = isObject(answer.properties) ? answer.properties : {};
  const accepted = { accepted: true, taskId: textOf(answer.result), free: false, progress: '0%' } as const;
  const data = dataOf(properties);
  switch (answer.code) {
    case codes.accepted:
      if (action === 'UPLOAD') {
        return { ...accepted, taskId: '', status: 'SUCCESS', progress: '100%', answer, data: { urls: answer.result } };
      }
      return { ...accepted, status: 'NOT_START', answer, data };
    case codes.queued:
      return { ...accepted, status: 'SUBMITTED', answer: { ...answer, code: codes.accepted }, data };
    case codes.exists:
      return readExisting(answer, properties);
    default:
      return refusal(status, answer, verdictOf(answer.code, action));
  }
}

/** Code 21: the proxy has the result, or has opened a dialog that the caller must answer. */
function readExisting(answer: Json, properties: Json): Submission {
  const taskId = textOf(answer.result);
  if (textOf(properties.status) !== '' && textOf(properties.imageUrl) !== '') {
    const status = readStatus(properties.status);
    return {
      accepted: true,
      taskId,
      status,
      progress: status === 'SUCCESS' ? '100%' : '0%',
      free: false,
      answer: { ...answer, code: codes.accepted },
      data: dataOf(properties),
    };
  }
  return { accepted: true, taskId, status: 'MODAL', progress: '0%', free: true, answer, data: {} };
}

function dataOf({ imageUrl }: Json): Json {
  return typeof imageUrl === 'string' && imageUrl.length <= 2_000 ? { imageUrl } : {};
}

function verdictOf(code: number, action: string): Verdict {
  if (code === codes.notFound && action === 'IMAGINE') return 'credential';
  return (code === codes.queueFull || code === codes.failed) && fresh.has(action) ? 'retry' : 'client';
}

function refusal(status: number, answer: Json, verdict: Verdict): Refused {
  const reason = scrub(textOf(answer.description)) || `code ${asText(answer.code)}`;
  const told = { ...answer, description: reason };
  return { accepted: false, verdict, reason, status: status >= 400 ? 400 : 200, answer: told };
}

/** Not the protocol: a wrong secret is answered in plain text, a broken proxy in HTML. */
function unreadable(status: number, text: string): Refused {
  const verdict = status === 401 || status === 403 ? 'credential' : 'retry';
  return { accepted: false, verdict, reason: `${status} ${scrub(text.slice(0, 200))}`, status: 502 };
}
