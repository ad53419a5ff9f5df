import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from './ports.ts';

const pauseAfterErrorMs = 1_000;

/** Runs `step` again and again until stopped. It answers how many milliseconds to rest; errors end nothing. */
export function loop(step: (signal: AbortSignal) => Promise<number>, onError: (error: unknown) => void): Running {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const pauseMs = await step(signal).catch((error) => {
        if (!signal.aborted) onError(error);
        return pauseAfterErrorMs;
      });
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
