import type { IncomingMessage } from 'node:http';
import { takeOver, upgradeOf } from '@switchyard/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { longestMessageBytes } from '../../egress/web-socket.ts';

const requestIds = new WeakMap<IncomingMessage, string>();
const server = new WebSocketServer({
  noServer: true,
  maxPayload: longestMessageBytes,
  clientTracking: false,
  // Browsers name their key as a protocol too, which must not be the one that is answered.
  handleProtocols: (offered) => offered.has('realtime') && 'realtime',
});
// Every answer of the relay names its request.
server.on('headers', (headers, request) => {
  headers.push(`x-oneapi-request-id: ${requestIds.get(request)}`);
});

/** Whether the request can become a WebSocket (RFC 6455, 4.2.1). */
export function isAcceptable(request: IncomingMessage): boolean {
  const { headers } = request;
  return (
    upgradeOf(request) !== undefined &&
    headers['sec-websocket-version'] === '13' &&
    /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')
  );
}

/** Makes the connection a WebSocket; undefined when its client has left. */
export function accept({ raw: request, id }: FastifyRequest, reply: FastifyReply): WebSocket | undefined {
  reply.hijack();
  const { socket, head } = takeOver(request, reply.raw);
  requestIds.set(request, id);
  let accepted: WebSocket | undefined;
  server.handleUpgrade(request, socket, head, (webSocket) => {
    accepted = webSocket;
  });
  return accepted;
}
