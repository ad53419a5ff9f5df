import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';

/** A request as Node's server read it. */
export interface ReadRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly version: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What Node's server reads in these bytes, in the order in which it came, up to what it refuses. */
export function readByNode(bytes: Buffer): Promise<ReadRequest[]> {
  const read: ReadRequest[] = [];
  return new Promise((resolve) => {
    const server = createServer({ insecureHTTPParser: false }, (request: IncomingMessage, response: ServerResponse) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('error', () => {});
      request.on('end', () => {
        const { method, url, httpVersion: version, headers } = request;
        read.push({ method, url, version, headers, body: Buffer.concat(pieces).toString('latin1') });
        response.end();
      });
    });
    server.on('clientError', (_error, socket) => socket.destroy());
    const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    socket.on('error', () => {});
    server.emit('connection', socket);
    socket.push(bytes);
    // Whoever waits for more than came waits for ever.
    setTimeout(() => {
      socket.destroy();
      server.closeAllConnections();
      resolve(read);
    }, 5);
  });
}
