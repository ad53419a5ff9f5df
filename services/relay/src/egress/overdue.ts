import type { Attempt } from './attempt.ts';
import { type Failure, timedOut } from './failure.ts';

/** What an attempt kept waiting for too long; undefined while it is in time. All times by the clock of `performance`. */
export function overdue(
  attempt: Attempt,
  since: { readonly begunAt: number; readonly filesReadAt: number; readonly streams: boolean },
  waitsForClient: boolean,
  now: number,
): Failure | undefined {
  const { timeouts } = attempt.candidate.channel;
  if (now - since.begunAt > timeouts.totalMs) return timedOut('the whole answer');
  if (attempt.status === 0) {
    const firstByteMs = since.streams ? timeouts.firstByteMs : timeouts.wholeAnswerMs;
    return askedForMs(attempt, since.filesReadAt, now) > firstByteMs ? timedOut('its first byte') : undefined;
  }
  // A client that reads slowly keeps the upstream waiting, not the other way round.
  if (waitsForClient) return undefined;
  return now - attempt.lastByteAt > timeouts.idleMs ? timedOut('more of its answer') : undefined;
}

/** What a client that leaves was kept waiting for too long, though there was time for a whole answer still; undefined when it was not. */
export function leftInSilence(attempt: Attempt, filesReadAt: number, now: number): Failure | undefined {
  const { firstByteMs } = attempt.candidate.channel.timeouts;
  const isSilent = attempt.status === 0 && askedForMs(attempt, filesReadAt, now) > firstByteMs;
  return isSilent ? timedOut('its first byte') : undefined;
}

/** While the client's own files are read, the host was not asked yet. */
function askedForMs({ begunAt }: Attempt, filesReadAt: number, now: number): number {
  return now - Math.max(begunAt, filesReadAt);
}
