import { type ClusterAddress, readRedisUrl } from '@switchyard/kv';
import { createPostgresBackend, createRedisBackend, type Processor, withBackend } from 'bullmq';
import { Cluster } from 'ioredis';
import type { QueueSettings } from './queue.ts';

const name = 'jobs';
/** So that one which waits for somebody else holds up no other; few enough to leave connections to the rest of billing. */
const jobsAtOnce = 6;

/**
 * The queue and the worker of this process, on Redis or on Postgres. The worker rests until `run`. When the signal
 * fires, lost connections are no longer restored and whatever waits for one rejects. `endWorker` is for a paused worker
 * with nothing under way; `release` comes after queue and worker have closed.
 */
export function openStore(settings: QueueSettings, process: Processor, givingUp: AbortSignal) {
  const { redisUrl, databaseUrl, prefix = 'switchyard' } = settings;
  const workerOptions = { autorun: false, drainDelay: 1, concurrency: jobsAtOnce };
  if (redisUrl) {
    const { Queue, Worker } = withBackend(createRedisBackend);
    const address = readRedisUrl(redisUrl);
    const pauseMs = (times: number) => (givingUp.aborted ? null : Math.min(times * 200, 2000));
    const connection = address.isCluster
      ? openCluster(address, pauseMs)
      : { url: address.url, maxRetriesPerRequest: null, retryStrategy: pauseMs };
    // Braces: in a Redis cluster all keys of a queue must lie on one node.
    const options = { connection, prefix: `{${prefix}}` };
    const worker = new Worker(name, process, { ...options, ...workerOptions });
    // Unless forced, it waits for ever when Redis is gone.
    const endWorker = () => worker.close(true);
    // What was handed in is not the queue's to close.
    const release = () => connection instanceof Cluster && connection.disconnect();
    return { queue: new Queue(name, options), worker, endWorker, release };
  }
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = { connectionString: databaseUrl, schema: 'queue', migrate: true, max: 2 };
  // Where Postgres refuses connections this worker looks again only every 15 s, with nothing run in between: the pause is BullMQ's own
  // (runRetryDelay), which its documentation says not to change. On Redis the client connects again by itself.
  const worker = new Worker(name, process, { connection, ...workerOptions });
  // When forced, it leaves a timer that keeps the process alive until the next job is due.
  return { queue: new Queue(name, { connection }), worker, endWorker: () => worker.close(), release: () => {} };
}

function openCluster({ nodes, credentials }: ClusterAddress, pauseMs: (times: number) => number | null): Cluster {
  return new Cluster([...nodes], {
    clusterRetryStrategy: pauseMs,
    dnsLookup: (host, found) => found(null, host),
    redisOptions: { maxRetriesPerRequest: null, ...credentials },
  });
}
