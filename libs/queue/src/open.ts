import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Queue, QueueSettings } from './queue.ts';
import { openStore } from './store.ts';
import { throttle } from './throttle.ts';

/** How long a service waits at start for a Redis that starts at the same time. */
const startWaitMs = 15_000;
const closeWaitMs = 5_000;

interface UnderWay {
  readonly handled: Promise<unknown>;
  readonly recorded: PromiseWithResolvers<void>;
}

/**
 * Sets up the schedules of `jobs`, drops all others and starts to run what is due. Rejects when the store cannot be
 * reached.
 */
export async function openQueue(settings: QueueSettings, jobs: readonly Job[]): Promise<Queue> {
  const { warn = () => {} } = settings;
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const givingUp = new AbortController();
  const underWay = new Map<string | undefined, UnderWay>();
  const running = new Set<string>();
  /** A turn that comes due while the last one is under way here is left out: those of a slow job would take every place in the end. */
  const runUnlessRunning = async (name: string) => {
    if (running.has(name)) return;
    running.add(name);
    try {
      await byName.get(name)?.run();
    } finally {
      running.delete(name);
    }
  };
  const process = async ({ id, name }: { readonly id?: string; readonly name: string }) => {
    // Fetched at the last moment: the attempt fails, another process takes it.
    if (givingUp.signal.aborted) throw new Error('this process ends');
    // A name unknown here is a job that this release has no longer.
    const run = runUnlessRunning(name);
    underWay.set(id, { handled: run.catch(() => {}), recorded: Promise.withResolvers() });
    await run;
  };
  const { queue, worker, endWorker, release } = openStore(settings, process, givingUp.signal);
  const forget = (id: string | undefined) => {
    underWay.get(id)?.recorded.resolve();
    underWay.delete(id);
  };
  worker.on('completed', ({ id }) => forget(id));
  worker.on('failed', (job) => forget(job?.id));
  const reportStore = throttle((message) => warn(`job queue: ${message}`));
  queue.on('error', (error) => reportStore(error.message));
  worker.on('error', (error) => reportStore(error.message));
  worker.on('failed', (job, error) => warn(`job ${job?.name} failed, attempt ${job?.attemptsMade}: ${error.message}`));

  async function restore(): Promise<void> {
    for (const { name, schedule } of jobs) {
      const repeat = 'cron' in schedule ? { pattern: schedule.cron, tz: 'UTC' } : { every: schedule.everyMs };
      await queue.upsertJobScheduler(name, repeat, {
        opts: {
          attempts: 5,
          backoff: { type: 'exponential', delay: 1000 },
          removeOnComplete: { count: 20 },
          removeOnFail: { count: 100 },
        },
      });
    }
  }

  async function close(): Promise<void> {
    givingUp.abort();
    await worker.pause(true);
    const last = [...underWay.values()];
    await Promise.all(last.map(({ handled }) => handled));
    const recorded = Promise.all(last.map((one) => one.recorded.promise));
    await Promise.race([recorded, sleep(closeWaitMs, undefined, { ref: false })]);
    await endWorker();
    await queue.close();
    release();
  }

  const deadline = setTimeout(() => givingUp.abort(), startWaitMs);
  try {
    await restore();
    for (const { key } of await queue.getJobSchedulers()) {
      if (!byName.has(key)) await queue.removeJobScheduler(key);
    }
  } catch (error) {
    await close();
    const variable = settings.redisUrl ? 'REDIS_URL' : 'DATABASE_URL';
    throw new Error(`${variable}: the job queue cannot be used (${error instanceof Error ? error.message : error})`);
  } finally {
    clearTimeout(deadline);
  }
  worker.run().catch((error) => reportStore(String(error)));
  return { description: settings.redisUrl ? 'redis' : 'postgres', restore, close };
}
