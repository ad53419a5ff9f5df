import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What happens to the bytes that travel one way; the names are Toxiproxy's where it has one. */
export interface Toxic {
  /** Every byte comes this much later. */
  readonly latencyMs?: number;
  /** Bytes and ends vanish while connections stay open. A connection that lost bytes is reset when this is taken away. */
  readonly timeout?: boolean;
  /** Bytes and ends wait, and come when this is taken away: a cut that TCP lives through. */
  readonly stall?: boolean;
  /** That the sender has closed or reset its connection is not told. */
  readonly halfOpen?: boolean;
}

export interface Toxics {
  /** From the client to the server. */
  readonly upstream?: Toxic;
  /** From the server to the client. */
  readonly downstream?: Toxic;
  /** New connections are refused, open ones reset. */
  readonly down?: boolean;
}

export interface TcpProxy {
  readonly port: number;
  /** Host and port for clients. */
  readonly address: string;
  /** Replaces what was set before, for open connections and new ones. */
  set(toxics: Toxics): Promise<void>;
  /** Open connections fall silent for ever, as when a firewall has forgotten them; new ones work. */
  forget(): void;
  close(): Promise<void>;
}

const host = '127.0.0.1';
/** Bytes of one way kept here before the sender must wait. */
const bufferBytes = 1 << 20;

/** A proxy in front of a TCP server, on a port of its own; faithful until toxics are set. */
export async function startTcpProxy(server: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const connections = new Set<Connection>();
  const forgotten = new Set<Connection>();
  let current: Toxics = {};
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const far = connect({ ...server, allowHalfOpen: true, noDelay: true });
    const connection = new Connection(client, far, current, () => {
      connections.delete(connection);
      forgotten.delete(connection);
    });
    connections.add(connection);
  });
  const listen = async (port: number) => {
    listener.listen(port, host);
    await once(listener, 'listening');
    return (listener.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const refuse = async () => {
    const closed = once(listener, 'close');
    listener.close();
    for (const connection of [...connections, ...forgotten]) connection.reset();
    await closed;
  };
  return {
    port,
    address: `${host}:${port}`,
    forget() {
      for (const connection of connections) {
        connection.set({ upstream: { timeout: true }, downstream: { timeout: true } });
        forgotten.add(connection);
      }
      connections.clear();
    },
    async set(toxics) {
      current = toxics;
      for (const connection of connections) connection.set(toxics);
      if (toxics.down && listener.listening) await refuse();
      if (!toxics.down && !listener.listening) await listen(port);
    },
    async close() {
      if (listener.listening) await refuse();
    },
  };
}

class Connection {
  readonly #sockets: readonly Socket[];
  readonly #upstream: Flow;
  readonly #downstream: Flow;

  constructor(client: Socket, server: Socket, toxics: Toxics, onClose: () => void) {
    this.#sockets = [client, server];
    this.#upstream = new Flow(client, server);
    this.#downstream = new Flow(server, client);
    for (const socket of this.#sockets) {
      socket.once('close', () => {
        if (this.#sockets.every(({ closed }) => closed)) onClose();
      });
    }
    this.set(toxics);
  }

  set({ upstream = {}, downstream = {} }: Toxics): void {
    const torn = [this.#upstream.set(upstream), this.#downstream.set(downstream)];
    if (torn.includes(true)) this.reset();
  }

  reset(): void {
    for (const socket of this.#sockets) tear(socket);
  }
}

/** One way of a connection. */
class Flow {
  readonly #source: Socket;
  readonly #target: Socket;
  #toxic: Toxic = {};
  #waiting: { readonly chunk: Buffer; readonly cameAt: number }[] = [];
  #waitingBytes = 0;
  /** How the sender ended. */
  #end: 'fin' | 'reset' | undefined;
  #lostBytes = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(source: Socket, target: Socket) {
    this.#source = source;
    this.#target = target;
    source.on('data', (chunk: Buffer) => this.#take(chunk));
    source.once('end', () => {
      this.#end = 'fin';
      this.#pump();
    });
    source.once('error', () => {
      this.#end = 'reset';
      this.#pump();
    });
    target.on('drain', () => this.#pump());
    target.once('close', () => clearTimeout(this.#timer));
  }

  /** True when bytes are missing and the connection cannot go on. */
  set(toxic: Toxic): boolean {
    this.#toxic = toxic;
    if (this.#lostBytes && !toxic.timeout) return true;
    clearTimeout(this.#timer);
    this.#pump();
    return false;
  }

  #take(chunk: Buffer): void {
    if (this.#toxic.timeout) {
      this.#lostBytes = true;
      return;
    }
    this.#waiting.push({ chunk, cameAt: performance.now() });
    this.#waitingBytes += chunk.length;
    this.#pump();
  }

  #pump(): void {
    if (!this.#toxic.timeout && !this.#toxic.stall) this.#deliver();
    const full = this.#waitingBytes + this.#target.writableLength > bufferBytes;
    if (full) this.#source.pause();
    else this.#source.resume();
  }

  #deliver(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const waitMs = next.cameAt + (this.#toxic.latencyMs ?? 0) - performance.now();
      if (waitMs > 0) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#pump(), waitMs);
        return;
      }
      this.#waiting.shift();
      this.#waitingBytes -= next.chunk.length;
      if (this.#target.destroyed || this.#target.writableEnded) return;
      this.#target.write(next.chunk);
    }
    if (!this.#end || this.#toxic.halfOpen || this.#target.destroyed) return;
    if (this.#end === 'fin') this.#target.end();
    else tear(this.#target);
  }
}

/** With RST. A socket that is being shut down cannot be reset (uv_tcp_close_reset), and would stay open. */
function tear(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
