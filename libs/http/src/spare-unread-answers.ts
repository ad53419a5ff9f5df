import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Makes `closeIdleConnections`, which `close` calls too, wait while an answer is on its way to a client. Node takes an answer for
 * sent as soon as its end was written, and would cut off what a slow client has not read yet. For a server that does not listen yet.
 */
export function spareUnreadAnswers(server: Server): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const { writableLength } of sockets) if (writableLength > 0) return;
    closeIdleConnections();
  };
}
