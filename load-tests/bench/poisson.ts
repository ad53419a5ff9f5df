import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OTHER_CORE } from './cores.ts';

const run = promisify(execFile);
const mostRuns = 5;
const program = fileURLToPath(new URL('./poisson-main.ts', import.meta.url));

export interface PoissonRun {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly perSecond: number;
  readonly seconds: number;
}

/** Waits of the requests that were meant to begin in the time, each from that moment to the last byte of its answer. */
export interface PoissonFigures {
  /** False when the generator was kept off its core, and broke off: it would have measured itself. */
  readonly isWhole: boolean;
  /** All that were answered, also those before the time began. */
  readonly requests: number;
  readonly p50Microseconds: number;
  readonly p99Microseconds: number;
}

/**
 * Begins requests as a Poisson process, whatever became of those before. It polls without a pause, for timers are a millisecond apart, and
 * therefore runs only while nobody else on its core wants to (`SCHED_IDLE`, sched(7)); a run in which it got no turn for too long is made
 * again. Throws when an answer is not 200, or no run was whole.
 */
export async function poisson(options: PoissonRun): Promise<Omit<PoissonFigures, 'isWhole'>> {
  let requests = 0;
  for (let runs = 0; runs < mostRuns; runs++) {
    const figures = await runOnce(options);
    requests += figures.requests;
    if (figures.isWhole) return { ...figures, requests };
  }
  throw new Error(`The generator was kept off its core in each of ${mostRuns} runs.`);
}

async function runOnce(options: PoissonRun): Promise<PoissonFigures> {
  const pinned = ['-c', String(OTHER_CORE), 'chrt', '--idle', '0', process.execPath, program];
  const env = { ...process.env, BENCH_POISSON: JSON.stringify(options) };
  const { stdout } = await run('taskset', pinned, { env });
  return JSON.parse(stdout) as PoissonFigures;
}
