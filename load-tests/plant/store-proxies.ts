import type { Stores } from './stores.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** A network between services and stores that a test may hurt. */
export interface StoreProxies extends Readonly<Record<keyof Stores, TcpProxy>> {
  /** Settings of a service that reaches its stores through it. */
  readonly environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

export async function proxyStores({ postgres, redis, nats }: Stores): Promise<StoreProxies> {
  const proxies = await Promise.all([postgres, redis, nats].map(({ url }) => startTcpProxy(placeOf(url))));
  const [toPostgres, toRedis, toNats] = proxies as [TcpProxy, TcpProxy, TcpProxy];
  return {
    postgres: toPostgres,
    redis: toRedis,
    nats: toNats,
    environment: {
      DATABASE_URL: through(toPostgres, postgres.url),
      REDIS_URL: through(toRedis, redis.url),
      NATS_URL: through(toNats, nats.url),
    },
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
}

function placeOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

function through(proxy: TcpProxy, url: string): string {
  return url.replace(new URL(url).host, proxy.address);
}
