import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A connection that its client wants to use for another protocol. */
export interface Upgrade {
  readonly socket: Duplex;
  /** What came behind the request. */
  readonly head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/**
 * For the option `shouldUpgradeCallback` of a server: only WebSockets are. Other protocols, such as `h2c`, are an offer that
 * need not be taken.
 */
export function wantsWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Lets `route` answer requests to upgrade like all others: until one is taken over it has an HTTP answer. */
export function routeUpgrades(
  server: Server,
  route: (request: IncomingMessage, response: ServerResponse<IncomingMessage>) => void,
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a connection that breaks would end the process.
    socket.on('error', () => socket.destroy());
    upgrades.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.assignSocket(socket as Socket);
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.end());
    route(request, response);
  });
}

/** What a request wants to upgrade; undefined for one that does not. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
  return upgrades.get(request);
}

/** Takes a connection over from its HTTP answer. */
export function takeOver(request: IncomingMessage, response: ServerResponse): Upgrade {
  const upgrade = upgrades.get(request);
  if (!upgrade) throw new Error('The request wants no upgrade.');
  response.detachSocket(upgrade.socket as Socket);
  return upgrade;
}
