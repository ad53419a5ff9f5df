import { setTimeout as sleep } from 'node:timers/promises';

const firstPauseMs = 100;
const longestPauseMs = 5_000;

/**
 * Does `work` until it succeeds, with growing pauses of at most 5 s; `onError` hears of each failure and throws it
 * again when there is no point in going on. Rejects when `signal` fires.
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<Result> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      onError(error);
    }
    await sleep(pauseMs, undefined, { signal });
  }
}
