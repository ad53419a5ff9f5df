import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from '@switchyard/log';
import type { FastifyInstance } from 'fastify';

/**
 * libuv takes one connection of a listening socket in each turn of the event loop (since 1.45). Turns of a busy relay take
 * milliseconds, so a single socket lets clients wait to be connected while there is time to serve them, or to turn them away.
 */
const sockets = 128;

export interface Place {
  readonly host: string;
  /** 0: any. */
  readonly port: number;
}

/**
 * Beyond what the system takes, so much may wait for a client before its upstream has to. Of Node's 64 KiB thousands of slow clients have too
 * many.
 */
export const waitingBytes = 16_384;

/** The listening sockets of a server: they share a port, and all connections are the server's. */
export class Acceptors {
  readonly #others: readonly Server[];

  private constructor(others: readonly Server[]) {
    this.#others = others;
  }

  /** Answers the address beside them. Rejects when another process listens there. */
  static async open(app: FastifyInstance, place: Place, log: Logger): Promise<[address: string, Acceptors]> {
    if (!(await spreads(place.host))) return [await app.listen({ ...place }), new Acceptors([])];
    // Sockets that share a port share it with other processes of the same account too.
    if (place.port !== 0) await bindOnce(place);
    const shared = { ...place, reusePort: true };
    const address = await app.listen(shared);
    const { port } = app.server.address() as AddressInfo;
    const others: Server[] = [];
    for (let count = 1; count < sockets; count++) {
      // As Node's HTTP server makes its own.
      const other = createServer({ allowHalfOpen: true, noDelay: true, highWaterMark: waitingBytes });
      other.on('connection', (socket) => app.server.emit('connection', socket));
      other.listen({ ...shared, port });
      await once(other, 'listening');
      other.on('error', (error) => log.warn({ err: error }, 'a connection was not accepted'));
      others.push(other);
    }
    return [address, new Acceptors(others)];
  }

  /**
   * Takes in no more connections; resolves when none is left. What has arrived at a socket and was not taken in is reset when it closes, so
   * each is closed right after a turn in which it could take.
   */
  async close(): Promise<void> {
    const closed: Promise<unknown>[] = [];
    for (const other of this.#others) {
      await turn();
      closed.push(new Promise((resolve) => other.close(resolve)));
    }
    await Promise.all(closed);
  }
}

/** Whether the system spreads connections over several sockets of one port: Linux does. */
async function spreads(host: string): Promise<boolean> {
  try {
    await bindOnce({ host, port: 0, reusePort: true });
    return true;
  } catch {
    return false;
  }
}

/** Rejects when nobody may listen there. */
async function bindOnce(place: Place & { readonly reusePort?: boolean }): Promise<void> {
  const probe = createServer();
  probe.listen(place);
  await once(probe, 'listening');
  await new Promise((resolve) => probe.close(resolve));
}
