import type { FailureCause } from '@switchyard/db';
import type { UsageRecord } from './usage-record.ts';

/** Why a request failed for its client; undefined when it did not. */
export function causeOf({ course }: UsageRecord): FailureCause | undefined {
  const { status, details } = course;
  if (details.error === undefined) return undefined;
  if (details.ended === 'client_gone') return 'client_gone';
  if (details.ended === 'timed_out') return 'timed_out';
  if (details.ended === 'interrupted') return 'interrupted';
  if (status === 429) return 'rate_limited';
  return status >= 400 && status < 500 ? 'rejected' : 'upstream';
}

export interface FailedTry {
  readonly channelId: number;
  readonly cause: FailureCause;
}

/** The tries of a request that failed by the fault of their channel. */
export function failedTries(record: UsageRecord): FailedTry[] {
  const { tries } = record.course.details.admin_info;
  const end = causeOf(record);
  return tries.flatMap(({ channelId, status }, index) => {
    const cause = index === tries.length - 1 ? causeOfLast(status, end) : causeOfStatus(status);
    return cause ? [{ channelId, cause }] : [];
  });
}

/** An answer that began well may have broken off; a client that left ended a try which might have gone well. */
function causeOfLast(status: number, end: FailureCause | undefined): FailureCause | undefined {
  if (end === undefined || end === 'client_gone' || end === 'interrupted') return undefined;
  if (end === 'timed_out') return end;
  if (status >= 200 && status < 300) return end === 'rejected' ? undefined : end;
  return causeOfStatus(status);
}

/** What the client asked wrongly (400, 404, 422 ...) is not the channel's fault. */
function causeOfStatus(status: number): FailureCause | undefined {
  if (status === 0) return 'no_answer';
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 402 || status === 403) return 'credential';
  if (status === 408) return 'timed_out';
  return status >= 500 ? 'upstream' : undefined;
}
