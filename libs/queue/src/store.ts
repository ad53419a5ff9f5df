import { createPostgresBackend, createRedisBackend, type Processor, withBackend } from 'bullmq';
import type { QueueSettings } from './queue.ts';

const name = 'jobs';

/**
 * The queue and the worker of this process, on Redis or on Postgres. The worker rests until `run`. When the signal
 * fires, lost connections are no longer restored and whatever waits for one rejects.
 */
export function openStore(settings: QueueSettings, process: Processor, givingUp: AbortSignal) {
  const { redisUrl, databaseUrl, prefix = 'switchyard' } = settings;
  const workerOptions = { autorun: false, drainDelay: 1 };
  if (redisUrl) {
    const { Queue, Worker } = withBackend(createRedisBackend);
    const connection = {
      url: redisUrl,
      maxRetriesPerRequest: null,
      retryStrategy: (times: number) => (givingUp.aborted ? null : Math.min(times * 200, 2000)),
    };
    // Braces: in a Redis cluster all keys of a queue must lie on one node.
    const options = { connection, prefix: `{${prefix}}` };
    return { queue: new Queue(name, options), worker: new Worker(name, process, { ...options, ...workerOptions }) };
  }
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = { connectionString: databaseUrl, schema: 'queue', migrate: true, max: 2 };
  return {
    queue: new Queue(name, { connection }),
    worker: new Worker(name, process, { connection, ...workerOptions }),
  };
}
