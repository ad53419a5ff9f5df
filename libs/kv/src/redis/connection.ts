import { Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 1000;
const CONNECT_TIMEOUT_MS = 5000;
const LONGEST_PAUSE_MS = 2000;

/**
 * Connects, or fails with a sentence for the operator that never shows the password. Afterwards a lost connection is
 * sought again for ever, and until it is back every command fails at once: money waits for nobody in a queue.
 */
export async function connect(redisUrl: string, prefix: string): Promise<{ redis: Redis; address: string }> {
  const address = addressOf(redisUrl);
  const redis = new Redis(redisUrl, {
    keyPrefix: prefix,
    lazyConnect: true,
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // A connection that swallows commands without closing would otherwise last until TCP gives up.
    socketTimeout: 3 * COMMAND_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2),
    // After a failover the former primary answers READONLY until its clients connect again.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  let lastError: Error | undefined;
  redis.on('error', (error: Error) => {
    lastError = error; // Callers learn of it by their commands; without a listener ioredis prints it.
  });
  try {
    await redis.connect();
    await refuseEviction(redis);
  } catch (error) {
    redis.disconnect();
    // No `cause`: ioredis keeps the arguments of a failed AUTH in its errors.
    throw new Error(`Redis at ${address} (REDIS_URL) cannot be used: ${reason(lastError ?? error)}`);
  }
  return { redis, address };
}

function addressOf(redisUrl: string): string {
  const url = URL.parse(redisUrl);
  if (url === null || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('REDIS_URL must look like redis://user:password@host:6379/0, or rediss:// for TLS');
  }
  return `${url.hostname}:${url.port || 6379}`;
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
