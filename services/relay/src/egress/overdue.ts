import type { Attempt } from './attempt.ts';
import { type Failure, timedOut } from './failure.ts';

/** What an attempt kept waiting for too long; undefined while it is in time. */
export function overdue(
  attempt: Attempt,
  since: { readonly startedAt: number; readonly lastByteAt: number },
  waitsForClient: boolean,
  nowMs: number,
): Failure | undefined {
  const { timeouts } = attempt.candidate.channel;
  if (nowMs - since.startedAt > timeouts.totalMs) return timedOut('the whole answer');
  if (attempt.status === 0) {
    return nowMs - attempt.startedAt > timeouts.firstByteMs ? timedOut('its first byte') : undefined;
  }
  // A client that reads slowly keeps the upstream waiting, not the other way round.
  if (waitsForClient) return undefined;
  return nowMs - since.lastByteAt > timeouts.idleMs ? timedOut('more of its answer') : undefined;
}
