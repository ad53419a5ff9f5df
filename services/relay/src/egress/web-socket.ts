import { type CidrList, guardedConnector } from '@switchyard/http';
import type { buildConnector } from 'undici';
import { WebSocket } from 'ws';
import { proxyConnector } from './proxy-connector.ts';

/** A call that becomes a WebSocket. */
export interface SocketCall {
  readonly url: URL;
  /** Name, value, name, value ... */
  readonly headers: readonly string[];
  readonly proxy: string | undefined;
  readonly connectMs: number;
}

export type OpenWebSocket = (call: SocketCall) => WebSocket;

/** Longest message, either way; more than OpenAI takes (15 MiB). */
export const longestMessageBytes = 16 * 1_048_576;

/** Opens WebSockets to public addresses and those in `allow` only, or through a channel's proxy. */
export function webSocketOpener(allow: CidrList): OpenWebSocket {
  return ({ url, headers, proxy, connectMs }) => {
    // A WebSocket begins in HTTP/1.1; hosts that may choose would choose HTTP/2.
    const options = { timeout: connectMs, allowH2: false };
    const connect = proxy === undefined ? guardedConnector(allow, options) : proxyConnector(proxy, options);
    const { protocol, hostname, host, port } = url;
    const target = { protocol, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), host, port };
    const createConnection = (_: unknown, done: buildConnector.Callback) => connect(target, done);
    return new WebSocket(url, {
      headers: Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []))),
      perMessageDeflate: false,
      maxPayload: longestMessageBytes,
      createConnection: createConnection as never,
    });
  };
}
