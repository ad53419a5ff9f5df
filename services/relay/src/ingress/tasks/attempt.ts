import type { Relay } from '../../context.ts';
import { bodyFault } from '../../egress/body-fault.ts';
import { callUpstream } from '../../egress/call-upstream.ts';
import { blameOf, readThrown } from '../../egress/failure.ts';
import { type GatewayError, refuse } from '../../errors.ts';
import type { Account } from '../../metering/meter.ts';
import type { Accepted, Refused } from '../../providers/task-provider.ts';
import { taskProviderOf } from '../../providers/task-providers.ts';
import type { Candidate } from '../../routing/candidates.ts';
import type { Channel } from '../../routing/channel.ts';
import type { Tries } from '../../routing/tries.ts';
import { taskError } from './task-error.ts';
import type { TaskAnswer, TaskCall, TaskRequest } from './task-request.ts';

export type Attempt =
  | { readonly accepted: true; readonly submission: Accepted }
  | {
      readonly accepted: false;
      readonly retry: boolean;
      /** As the caller may hear of it: what the host said of our account stays with the operator. */
      readonly error: GatewayError;
      readonly answer?: TaskAnswer;
    };

/** Writing lyrics takes an upstream this long at times. */
const timeoutMs = 60_000;
/** Nothing was sent yet: another channel may be asked without the work being done twice. */
const neverSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Asks one channel to take a task, and notes the try. */
export async function attempt(
  relay: Relay,
  candidate: Candidate,
  task: TaskRequest,
  tries: Tries,
  requestId: string,
): Promise<Attempt> {
  const { channel } = candidate;
  const provider = taskProviderOf(channel.provider.type);
  if (provider?.platform !== task.platform || provider.serves?.(task.action) === false) {
    candidate.health.release();
    return { accepted: false, retry: false, error: refuse('channel_disabled') };
  }
  const begunAt = performance.now();
  let status = 0;
  try {
    const { path, contentType, body } = write(task, channel);
    const base = channel.outbound('', contentType).url.pathname;
    const target = provider.path?.(path, task.mode, base) ?? path;
    const answer = await callUpstream({ ...channel.outbound(target, contentType), method: 'POST', body, timeoutMs });
    status = answer.status;
    const submission = provider.readSubmission(answer.status, channel.hideKey(answer.text), task.action);
    if (submission.accepted) {
      if (candidate.health.succeed(Date.now())) relay.reports.recovered(channel, task.model);
      return { accepted: true, submission };
    }
    report(relay, candidate, { model: task.model, requestId }, submission);
    return refused(submission);
  } catch (error) {
    const failure = readThrown(error);
    relay.reports.failed(candidate, { model: task.model, requestId }, failure);
    if (failure.blame === 'none') return { accepted: false, retry: false, error: failure.error };
    const { code = '', name } = error as NodeJS.ErrnoException;
    const retry = neverSent.has(code) || name === 'AddressRefused';
    return { accepted: false, retry, error: taskError('do_request_failed', 502) };
  } finally {
    tries.note(candidate, status, begunAt);
  }
}

/** Throws a GatewayError (400) for a body that cannot be written for a host: no channel is to blame for it. */
function write(task: TaskRequest, channel: Channel): TaskCall {
  try {
    return task.write(channel.upstreamModel(task.model));
  } catch (error) {
    throw bodyFault(error);
  }
}

function report(
  relay: Relay,
  candidate: Candidate,
  request: Pick<Account, 'model' | 'requestId'>,
  why: Pick<Refused, 'verdict' | 'reason'>,
): void {
  const { verdict, reason } = why;
  const blame = blameOf(verdict);
  if (blame === 'none') {
    candidate.health.release();
    return;
  }
  relay.reports.failed(candidate, request, { error: refuse('upstream_failed'), retry: true, blame, reason });
}

function refused({ verdict, reason, status, answer }: Refused): Attempt {
  const error =
    verdict === 'client' ? taskError('upstream_error', Math.max(status, 400), reason) : refuse('upstream_failed');
  const retry = verdict !== 'client';
  return { accepted: false, retry, error, ...(answer ? { answer: { status, body: answer } } : {}) };
}
