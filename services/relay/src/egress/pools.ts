import { type CidrList, guardedConnector } from '@switchyard/http';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type Reading, UpstreamPool } from './http1/upstream-pool.ts';

/** Connections to upstreams, kept open and shared by channels that reach the same origin the same way. */
export class Pools {
  readonly #allow: CidrList;
  readonly #pools = new Map<string, Dispatcher>();

  /** `allow`: private ranges that channels may use; everything else that is not public is refused when connecting. */
  constructor(allow: CidrList) {
    this.#allow = allow;
  }

  /** `origin`: of HTTP, or of WebSockets (ws:, wss:). */
  readonly poolFor = (origin: string, proxy: string | undefined, connectMs: number): Dispatcher => {
    const key = `${connectMs} ${proxy ?? ''} ${origin}`;
    let pool = this.#pools.get(key);
    if (!pool) {
      pool = this.#open(origin, proxy, connectMs);
      this.#pools.set(key, pool);
    }
    return pool;
  };

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }

  #open(origin: string, proxy: string | undefined, connectMs: number): Dispatcher {
    const forSocket = origin.startsWith('ws');
    const tls = { timeout: connectMs, allowH2: false };
    const connectorFor = (reading: Reading) => guardedConnector(this.#allow, { ...tls, ...reading });
    if (proxy === undefined && !forSocket) return new UpstreamPool(origin, connectorFor);
    // Deadlines are the clock's; undici's own would arm timers per request.
    const options = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 20_000, pipelining: 1 };
    if (proxy === undefined) return new Pool(origin.replace(/^ws/, 'http'), { ...options, connect: connectorFor({}) });
    // Proxies pass no upgrades on by themselves.
    const tunnel = forSocket && { proxyTunnel: true, requestTls: tls };
    return new ProxyAgent({ ...options, uri: proxy, proxyTls: tls, ...tunnel }).compose(copyingBodies);
  }
}

/** The memory of a body serves another request once its own is answered. undici may still be sending it then: an answer may come early. */
const copyingBodies: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(Buffer.isBuffer(options.body) ? { ...options, body: Buffer.from(options.body) } : options, handler);
