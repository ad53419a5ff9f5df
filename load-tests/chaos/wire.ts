import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What a host puts on the wire for one request, and how the connection ends. */
export interface Wire {
  readonly bytes: Buffer;
  /** `keep`: the connection stays open. */
  readonly end: 'keep' | 'fin' | 'reset';
}

export interface WireHost {
  readonly url: string;
  /** Connections that are open now. */
  readonly connections: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/** Until what was written has arrived: a reset throws away what has not. */
const beforeResetMs = 10;

/** A host that answers each request with bytes of the test's choice, down to the head: what no HTTP server would let through. */
export async function startWireHost(answer: (request: string) => Wire): Promise<WireHost> {
  const connections = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    socket.on('error', () => {});
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const size = sizeOfFirst(received);
      if (size === undefined || received.length < size) return;
      const request = received.toString('utf8', 0, size);
      received = received.subarray(size);
      const { bytes, end } = answer(request);
      socket.write(bytes, () => {
        if (end === 'fin') socket.end();
        else if (end === 'reset') setTimeout(() => socket.resetAndDestroy(), beforeResetMs);
      });
    });
  });
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    async close() {
      for (const socket of connections) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Bytes of the first request with its body; undefined while its head is not whole. */
function sizeOfFirst(received: Buffer): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /^content-length: *(\d+)/im.exec(received.toString('latin1', 0, end))?.[1];
  return end + 4 + Number(length ?? 0);
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n';

/** An answer in chunks, one for each part. */
export function chunked(parts: readonly (string | Buffer)[]): Buffer {
  const chunks = parts.flatMap((part) => {
    const bytes = Buffer.from(part as string);
    return [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')];
  });
  return Buffer.concat([Buffer.from(`${head}transfer-encoding: chunked\r\n\r\n`), ...chunks, Buffer.from('0\r\n\r\n')]);
}
