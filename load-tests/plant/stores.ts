import { startNats, startPostgres, startRedis, type TestServer } from '@switchyard/testing';

/** What a scaled installation keeps its data in. */
export interface Stores {
  readonly postgres: TestServer;
  readonly redis: TestServer;
  readonly nats: TestServer;
}

/** Starts those that are not given. */
export async function startStores(given: Partial<Stores> = {}): Promise<Stores> {
  const [postgres, redis, nats] = await Promise.all([
    given.postgres ?? startPostgres(),
    given.redis ?? startRedis(),
    given.nats ?? startNats(),
  ]);
  return { postgres, redis, nats };
}
