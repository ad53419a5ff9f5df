import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ResponseReader } from '../egress/http1/response-reader.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Who wrote it: the fast lane names its headers in lower case, Node's server does not. */
  readonly byLane: boolean;
}

/** A client that writes exactly what it is told, and reads answers in the order in which they come. */
export class RawClient {
  readonly socket: Socket;
  /** The other side has ended or broken the connection. */
  closed = false;
  #unread: Buffer = Buffer.alloc(0);
  #news = Promise.withResolvers<void>();

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#unread = Buffer.concat([this.#unread, bytes]);
      this.#tell();
    });
    socket.on('error', () => {});
    for (const event of ['end', 'close'])
      socket.on(event, () => {
        this.closed = true;
        this.#tell();
      });
  }

  /** `url`: of the server. */
  static async connect(url: string): Promise<RawClient> {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes, 'latin1');
  }

  /** The next answer. Rejects when the connection ends before it is whole. */
  async answer(): Promise<RawAnswer> {
    let body = '';
    let raw = '';
    const reader = new ResponseReader({
      onHead() {},
      onBody: (piece) => {
        body += piece.toString('latin1');
      },
    });
    for (;;) {
      const bytes = this.#unread;
      const end = bytes.length > 0 ? reader.push(bytes) : 0;
      raw += bytes.toString('latin1', 0, end);
      this.#unread = bytes.subarray(end);
      if (reader.done || (this.closed && reader.end())) break;
      if (this.closed) throw new Error(`The connection ended after ${JSON.stringify(raw.slice(-200))}.`);
      await this.#news.promise;
    }
    const { status = 0, headers = {} } = reader.head ?? {};
    return { status, headers, body, byLane: /\r\ndate: /.test(raw) };
  }

  /** Resolves when the other side has ended the connection. */
  async end(): Promise<void> {
    while (!this.closed) await this.#news.promise;
  }

  destroy(): void {
    this.socket.destroy();
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
