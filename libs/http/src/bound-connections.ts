import type { Server, Socket } from 'node:net';

/** Told again once so much of the room is free: at the bound connections come and go. */
const relievedShare = 0.9;

/**
 * Closes connections of clients beyond `most`. Files that a process may have open are its spool's, its stores' and its upstreams' too: clients
 * that hold connections and ask nothing must not take those. Whoever listens for connections afterwards hears of all.
 */
export function boundConnections(server: Server, most: number, warn: (message: string) => void): void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  let open = 0;
  let isTold = false;
  server.on('connection', (socket: Socket) => {
    if (open >= most) {
      if (!isTold)
        warn(`more than ${most} clients are connected, and there are files for no more: others are turned away`);
      isTold = true;
      socket.destroy();
      return;
    }
    if (open < most * relievedShare) isTold = false;
    open++;
    socket.once('close', () => {
      open--;
    });
    for (const listener of listeners) listener.call(server, socket);
  });
}
