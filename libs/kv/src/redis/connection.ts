import { Cluster, Redis } from 'ioredis';
import { type ClusterAddress, readRedisUrl } from './address.ts';

const COMMAND_TIMEOUT_MS = 1000;
const CONNECT_TIMEOUT_MS = 5000;
const LONGEST_PAUSE_MS = 2000;

export type RedisClient = Redis | Cluster;

/**
 * Connects, or fails with a sentence for the operator that never shows the password. Afterwards a lost connection is
 * sought again for ever, and until it is back every command fails at once: money waits for nobody in a queue.
 */
export async function connect(redisUrl: string, prefix: string): Promise<{ redis: RedisClient; hosts: string }> {
  const address = readRedisUrl(redisUrl);
  const redis = address.isCluster ? cluster(address, prefix) : single(address.url, prefix);
  let lastError: Error | undefined;
  redis.on('error', (error: Error) => {
    lastError = error; // Callers learn of it by their commands; without a listener ioredis prints it.
  });
  try {
    await redis.connect();
    await Promise.all(serversOf(redis).map(refuseEviction));
  } catch (error) {
    redis.disconnect();
    // No `cause`: ioredis keeps the arguments of a failed AUTH in its errors.
    throw new Error(`Redis at ${address.hosts} (REDIS_URL) cannot be used: ${reason(lastError ?? error)}`);
  }
  return { redis, hosts: address.hosts };
}

/** Every server that holds data of its own. */
export function serversOf(redis: RedisClient): Redis[] {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  if (servers.length === 0) throw new Error('no server of the cluster is connected');
  return servers;
}

const commands = {
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: CONNECT_TIMEOUT_MS,
  // A connection that swallows commands without closing would otherwise last until TCP gives up.
  socketTimeout: 3 * COMMAND_TIMEOUT_MS,
};
const client = { lazyConnect: true, enableAutoPipelining: true, enableOfflineQueue: false };

function single(url: string, prefix: string): Redis {
  return new Redis(url, {
    ...client,
    ...commands,
    keyPrefix: prefix,
    autoResendUnfulfilledCommands: false,
    retryStrategy: pauseMs,
    // After a failover the former primary answers READONLY until its clients connect again.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
}

function cluster({ nodes, credentials }: ClusterAddress, prefix: string): Cluster {
  return new Cluster([...nodes], {
    ...client,
    keyPrefix: prefix,
    clusterRetryStrategy: pauseMs,
    // A replica that took over is found by looking, since no command waits for it.
    slotsRefreshInterval: LONGEST_PAUSE_MS,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // Certificates name hosts, so names stay names.
    dnsLookup: (host, found) => found(null, host),
    redisOptions: { ...commands, ...credentials },
  });
}

function pauseMs(attempt: number): number {
  return Math.min(50 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
}

/** Evicting some keys would forget holds while the epoch still stands, and so sell the same balance twice. */
async function refuseEviction(redis: Redis): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy?.startsWith('allkeys-')) {
    throw new Error(`its maxmemory-policy is ${policy}, which forgets reservations; set it to noeviction`);
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
