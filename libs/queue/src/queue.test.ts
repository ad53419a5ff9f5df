import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startPostgres, startRedis, testDatabase, testRedis } from '@switchyard/testing';
import { Redis } from 'ioredis';
import { openQueue } from './open.ts';
import type { Job, Queue, QueueSettings } from './queue.ts';
import { openStore } from './store.ts';

const patienceMs = 30_000;

async function until(condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + patienceMs; !condition(); await sleep(10)) {
    assert.ok(Date.now() < deadline, `not within ${patienceMs} ms: ${condition}`);
  }
}

/** When each turn that ended well was due, in order; Unix milliseconds. The clock of whoever ran it does not matter. */
async function dueTimes(settings: QueueSettings): Promise<number[]> {
  const { queue, worker, endWorker, release } = openStore(settings, async () => {}, new AbortController().signal);
  try {
    await worker.waitUntilReady();
    const jobs = await queue.getJobs(['completed']);
    return jobs.map(({ id }) => Number(id?.split(':').at(-1))).sort((a, b) => a - b);
  } finally {
    await endWorker();
    await queue.close();
    release();
  }
}

const everyMinute = { everyMs: 60_000 };
const everySecond = { everyMs: 1000 };

for (const store of ['postgres', 'redis'] as const) {
  const queues: Queue[] = [];
  const drops: (() => Promise<void>)[] = [];
  after(async () => {
    await Promise.all(queues.map((queue) => queue.close()));
    await Promise.all(drops.map((drop) => drop()));
  });

  /** A store with nothing in it, and a way to open it as several processes would. */
  async function fresh(): Promise<(jobs: readonly Job[], warn?: (message: string) => void) => Promise<Queue>> {
    const settings = await emptyStore();
    return async (jobs, warn) => {
      const queue = await openQueue({ ...settings, warn }, jobs);
      queues.push(queue);
      return queue;
    };
  }

  function emptyStore(): Promise<QueueSettings> {
    return store === 'redis' ? emptyRedis() : emptyDatabase();
  }

  async function emptyRedis(): Promise<QueueSettings> {
    const { url, prefix } = await testRedis();
    return { databaseUrl: 'postgres://unused', redisUrl: url, prefix };
  }

  async function emptyDatabase(): Promise<QueueSettings> {
    const { url, drop } = await testDatabase();
    drops.push(drop);
    return { databaseUrl: url };
  }

  // They mostly wait for the clock.
  describe(`jobs on ${store}`, { concurrency: true }, () => {
    test('a job runs once each time it comes due, however many processes wait for it', async () => {
      const settings = await emptyStore();
      let runs = 0;
      const job: Job = { name: 'count', schedule: everySecond, run: async () => void runs++ };
      const processes = await Promise.all([1, 2, 3].map(() => openQueue(settings, [job])));
      await until(() => runs >= 5).finally(() => Promise.all(processes.map((queue) => queue.close())));
      const times = await dueTimes(settings);
      assert.equal(runs, times.length);
      // Processes that open an empty store at the same moment may each begin with a turn; the next one is theirs together.
      const [beginning = 0] = times;
      const regular = times.filter((time) => time - beginning >= 1000);
      const betweenMs = regular.slice(1).map((time, index) => time - (regular[index] ?? 0));
      assert.ok(betweenMs.length > 0);
      assert.ok(
        betweenMs.every((ms) => ms > 0 && ms % 1000 === 0),
        `due ${betweenMs} ms apart`,
      );
    });

    test('every job of the list runs at once after the first start, those by the clock when their time comes', async () => {
      const open = await fresh();
      const runs: string[] = [];
      const job = (name: string, schedule: Job['schedule']): Job => ({
        name,
        schedule,
        run: async () => void runs.push(name),
      });
      await open([job('a', everyMinute), job('b', { everyMs: 120_000 }), job('new year', { cron: '0 0 1 1 *' })]);
      await until(() => runs.length === 2);
      await sleep(300);
      assert.deepEqual(runs.sort(), ['a', 'b']);
    });

    test('a schedule survives a restart: what ran lately does not run again at once', async () => {
      const open = await fresh();
      let runs = 0;
      const jobs: Job[] = [{ name: 'seldom', schedule: everyMinute, run: async () => void runs++ }];
      const first = await open(jobs);
      await until(() => runs === 1);
      await first.close();
      await open(jobs);
      await sleep(1500);
      assert.equal(runs, 1);
    });

    test('what came due while no process ran is caught up once', async () => {
      const open = await fresh();
      let runs = 0;
      const jobs: Job[] = [{ name: 'a', schedule: { everyMs: 2000 }, run: async () => void runs++ }];
      const first = await open(jobs);
      // On a busy machine the second time comes before this looks.
      await until(() => runs >= 1);
      await first.close();
      await sleep(6500);
      const before = runs;
      const openedAt = Date.now();
      await open(jobs);
      await until(() => runs > before);
      await sleep(500);
      // It came due three times meanwhile.
      assert.ok(runs - before <= 2 + (Date.now() - openedAt) / 2000, `${runs - before} runs`);
    });

    test('a failing job is tried again after 1 and 2 seconds, and each failure is reported', async () => {
      const open = await fresh();
      const runs: number[] = [];
      const warnings: string[] = [];
      const run = async () => {
        runs.push(Date.now());
        if (runs.length < 3) throw new Error('database away');
      };
      await open([{ name: 'shaky', schedule: everyMinute, run }], (message) => warnings.push(message));
      await until(() => runs.length === 3);
      const [first = 0, second = 0, third = 0] = runs;
      assert.ok(second - first >= 900 && third - second >= 1900, `${runs}`);
      assert.deepEqual(warnings, [
        'job shaky failed, attempt 1: database away',
        'job shaky failed, attempt 2: database away',
      ]);
    });

    test('a failing job keeps no other from running', async () => {
      const open = await fresh();
      let runs = 0;
      await open([
        { name: 'broken', schedule: everySecond, run: () => Promise.reject(new Error('always')) },
        { name: 'sound', schedule: everySecond, run: async () => void runs++ },
      ]);
      await until(() => runs >= 3);
    });

    test('a slow job keeps no other from running', async () => {
      const open = await fresh();
      const slow = Promise.withResolvers<void>();
      let runs = 0;
      await open([
        { name: 'slow', schedule: everyMinute, run: () => slow.promise },
        { name: 'quick', schedule: everySecond, run: async () => void runs++ },
      ]);
      await until(() => runs >= 3).finally(slow.resolve);
    });

    test('a job that outlasts its interval does not run beside itself, and keeps no other from running', async () => {
      const open = await fresh();
      const slow = Promise.withResolvers<void>();
      let begun = 0;
      let runs = 0;
      const run = () => {
        begun++;
        return slow.promise;
      };
      await open([
        { name: 'slow', schedule: { everyMs: 300 }, run },
        { name: 'quick', schedule: { everyMs: 300 }, run: async () => void runs++ },
      ]);
      // The slow one came due more often than jobs run at once.
      await until(() => runs >= 9).finally(slow.resolve);
      assert.equal(begun, 1);
    });

    test('close() waits for the running job, and none starts afterwards', async () => {
      const open = await fresh();
      let started = 0;
      let finished = 0;
      const run = async () => {
        started++;
        await sleep(700);
        finished++;
      };
      const queue = await open([{ name: 'slow', schedule: everySecond, run }]);
      await until(() => started === 1);
      await queue.close();
      assert.equal(finished, 1);
      await sleep(1500);
      assert.deepEqual({ started, finished }, { started: 1, finished: 1 });
    });

    test('a job that the next release has no longer stops running, and its schedule is forgotten', async () => {
      const open = await fresh();
      let old = 0;
      let kept = 0;
      const keptJob: Job = { name: 'kept', schedule: everySecond, run: async () => void kept++ };
      const oldJob: Job = { name: 'old', schedule: everyMinute, run: async () => void old++ };
      const first = await open([keptJob, oldJob]);
      await until(() => old === 1 && kept > 0);
      await first.close();
      const warnings: string[] = [];
      const before = kept;
      const second = await open([keptJob], (message) => warnings.push(message));
      await until(() => kept >= before + 2);
      await second.close();
      assert.equal(old, 1);
      assert.deepEqual(warnings, []);
      await open([keptJob, oldJob]);
      await until(() => old === 2);
    });

    test('jobs go on by themselves after the store was killed and came back', async () => {
      const server = await (store === 'redis' ? startRedis() : startPostgres());
      try {
        let runs = 0;
        const job: Job = { name: 'a', schedule: everySecond, run: async () => void runs++ };
        const warnings: string[] = [];
        const queue = await openQueue(
          {
            databaseUrl: server.url,
            redisUrl: store === 'redis' ? server.url : undefined,
            warn: (message) => warnings.push(message),
          },
          [job],
        );
        await until(() => runs > 0);
        await server.kill();
        await until(() => warnings.length > 0);
        await server.restart();
        const before = runs;
        await until(() => runs >= before + 2);
        await server.kill();
        const start = Date.now();
        await queue.close();
        assert.ok(Date.now() - start < 25_000, 'close() waited for a store that is gone');
      } finally {
        await server.stop();
      }
    });
  });
}

test('opening without Postgres fails with a sentence that names the setting and not the password', async () => {
  const databaseUrl = `postgres://billing:s3cret@127.0.0.1:${await freePort()}/switchyard`;
  await assert.rejects(openQueue({ databaseUrl }, []), ({ message }: Error) => {
    assert.match(message, /^DATABASE_URL: the job queue cannot be used \(connect ECONNREFUSED/);
    assert.doesNotMatch(message, /s3cret/);
    return true;
  });
});

test('schedules that an emptied Redis forgot are set up again, and those that stand are left alone', async (t) => {
  const server = await startRedis();
  t.after(() => server.stop());
  let runs = 0;
  const job: Job = { name: 'seldom', schedule: everyMinute, run: async () => void runs++ };
  const queue = await openQueue({ databaseUrl: 'postgres://unused', redisUrl: server.url }, [job]);
  t.after(() => queue.close());
  await until(() => runs === 1);
  await queue.restore();
  await sleep(1500);
  assert.equal(runs, 1);
  const redis = new Redis(server.url);
  await redis.flushall();
  redis.disconnect();
  await queue.restore();
  await until(() => runs === 2);
});
