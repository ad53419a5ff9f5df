import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { longestMessageBytes } from '../../egress/web-socket.ts';

/** A connection that its client wants to become a WebSocket. */
interface Upgrade {
  readonly socket: Duplex;
  /** What came behind the request. */
  readonly head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();
const server = new WebSocketServer({
  noServer: true,
  maxPayload: longestMessageBytes,
  clientTracking: false,
  // Browsers name their key as a protocol too, which must not be the one that is answered.
  handleProtocols: (offered) => offered.has('realtime') && 'realtime',
});

// Every answer of the relay names its request.
const requestIds = new WeakMap<IncomingMessage, string>();
server.on('headers', (headers, request) => {
  headers.push(`x-oneapi-request-id: ${requestIds.get(request)}`);
});

/** Only for WebSockets: other protocols, such as `h2c`, are an offer that need not be taken. */
export function wantsWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Takes requests to upgrade through the same routes and checks as all others: until one is accepted it has an HTTP answer. */
export function routeUpgrades(app: FastifyInstance): void {
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a connection that breaks would end the process.
    socket.on('error', () => socket.destroy());
    upgrades.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.assignSocket(socket as never);
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.end());
    app.routing(request, response);
  });
}

/** Whether the request can become a WebSocket (RFC 6455, 4.2.1). */
export function isAcceptable(request: IncomingMessage): boolean {
  const { headers } = request;
  return (
    upgrades.has(request) &&
    headers['sec-websocket-version'] === '13' &&
    /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')
  );
}

/** Makes the connection a WebSocket; undefined when its client has left. */
export function accept({ raw: request, id }: FastifyRequest, response: ServerResponse): WebSocket | undefined {
  const { socket, head } = upgrades.get(request) as Upgrade;
  response.detachSocket(socket as never);
  requestIds.set(request, id);
  let accepted: WebSocket | undefined;
  server.handleUpgrade(request, socket, head, (webSocket) => {
    accepted = webSocket;
  });
  return accepted;
}
