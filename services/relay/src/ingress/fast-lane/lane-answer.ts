import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ByteText, writeBytes } from '../../egress/framing/byte-text.ts';
import type { ClientAnswer } from '../../egress/reply.ts';

/** Longer pieces cost more to turn into a text than further writes do. */
const joinedBytes = 16_384;
const fieldValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

type AnswerEvent = 'close' | 'drain';

/**
 * An answer of HTTP/1.1 on a connection of the fast lane: what an exchange needs of a ServerResponse, at one write for each piece. Tells of
 * `drain`, and of `close` when all is with the system or the connection is gone.
 */
export class LaneAnswer implements ClientAnswer {
  readonly socket: Socket;
  /** An emitter of Node's would cost each request more than these. */
  readonly #heard: Record<AnswerEvent, (() => void)[]> = { close: [], drain: [] };
  readonly #keepAlive: string;
  /** Written with the first bytes of the body. */
  #head = '';
  #chunked = false;
  #finished = false;
  shouldKeepAlive = true;
  headersSent = false;
  writableEnded = false;
  destroyed = false;

  /** `keepAlive`: the lines that tell the client how long the connection stays open. */
  constructor(socket: Socket, keepAlive: string) {
    this.socket = socket;
    this.#keepAlive = keepAlive;
  }

  on(event: AnswerEvent, heard: () => void): this {
    this.#heard[event].push(heard);
    return this;
  }

  /** The same: what is heard once comes once. */
  once(event: 'close', heard: () => void): this {
    return this.on(event, heard);
  }

  get writableNeedDrain(): boolean {
    return this.socket.writableNeedDrain;
  }

  get writableLength(): number {
    return this.socket.writableLength;
  }

  /** `headers`: name, value, name, value ...; without a length the body is sent in chunks. */
  writeHead(status: number, headers: readonly string[]): void {
    let lines = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
    this.#chunked = true;
    for (let i = 0; i < headers.length; i += 2) {
      const [name, value = ''] = [headers[i], headers[i + 1]];
      if (!fieldValue.test(value)) throw new TypeError(`the header ${name} cannot be sent`);
      if (name === 'content-length') this.#chunked = false;
      lines += `${name}: ${value}\r\n`;
    }
    if (this.#chunked) lines += 'transfer-encoding: chunked\r\n';
    const keepAlive = this.shouldKeepAlive ? this.#keepAlive : 'connection: close\r\n';
    this.#head = `${lines}date: ${httpDate()}\r\n${keepAlive}\r\n`;
    this.headersSent = true;
  }

  /** A piece of a body without a length. False: wait for `drain`. */
  write(piece: Buffer | string, _encoding?: 'latin1'): boolean {
    if (this.writableEnded || this.destroyed || piece.length === 0) return true;
    const before = `${this.#takeHead()}${piece.length.toString(16)}\r\n`;
    if (piece.length > joinedBytes) return this.#writeAround(before, toBytes(piece), '\r\n');
    return this.socket.write(`${before}${piece.toString('latin1')}\r\n`, 'latin1');
  }

  end(last?: Buffer | string, _encoding?: 'latin1'): void {
    if (this.writableEnded || this.destroyed) return;
    this.writableEnded = true;
    const length = last?.length ?? 0;
    const before = this.#takeHead() + (this.#chunked && length > 0 ? `${length.toString(16)}\r\n` : '');
    const after = this.#chunked ? `${length > 0 ? '\r\n' : ''}0\r\n\r\n` : '';
    if (last !== undefined && length > joinedBytes) this.#writeAround(before, toBytes(last), after);
    else this.socket.write(before + (last?.toString('latin1') ?? '') + after, 'latin1');
    if (this.socket.writableLength === 0) this.#finish();
    // What waits has no event of its own when it is little.
    else this.socket.write('', 'latin1', () => this.#finish());
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** The client has so long to take what waits for it; whoever has the connection ends it then. */
  setTimeout(ms: number): void {
    this.socket.setTimeout(ms);
  }

  /** The system took all that was written. */
  drained(): void {
    if (!this.writableEnded) this.#tell('drain');
  }

  /** The connection is gone. */
  gone(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.destroyed = true;
    this.#tell('close');
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#tell('close');
  }

  #tell(event: AnswerEvent): void {
    for (const heard of this.#heard[event]) heard();
  }

  #takeHead(): string {
    const head = this.#head;
    this.#head = '';
    return head;
  }

  #writeAround(before: string, bytes: Buffer, after: string): boolean {
    this.socket.cork();
    this.socket.write(before, 'latin1');
    const more = this.socket.write(bytes);
    const all = after === '' ? more : this.socket.write(after, 'latin1');
    this.socket.uncork();
    return all;
  }
}

function toBytes(piece: Buffer | string): Buffer {
  return typeof piece === 'string' ? writeBytes(piece as ByteText) : piece;
}

let dateSecond = 0;
let dateText = '';

/** Now, in the form of RFC 9110, 5.6.7. */
function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * 1000).toUTCString();
  }
  return dateText;
}
