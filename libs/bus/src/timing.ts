import { setTimeout as sleep } from 'node:timers/promises';

export const publishTimeoutMs = 5000;
export const batchDefaults = { maxMessages: 100, maxWaitMs: 50 } as const;

/** How long a message rests after its handler failed, by how often it was delivered: 200 ms, doubled up to 5 s. */
export function redeliveryPauseMs(deliveries: number): number {
  return Math.min(200 * 2 ** (deliveries - 1), 5000);
}

/** The result of `work`, or an error with this message when it takes longer. The work itself goes on. */
export async function withTimeout<Result>(work: Promise<Result>, timeoutMs: number, message: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Repeats `work` every half second until it succeeds, `waitMs` are over, or `isFinal` says that waiting is no use. */
export async function retryFor<Result>(
  waitMs: number,
  work: () => Promise<Result>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<Result> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isFinal(error) || Date.now() + 500 > deadline) throw error;
      await sleep(500);
    }
  }
}
