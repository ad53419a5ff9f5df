import type { Socket } from 'node:net';
import { giveSlab, takeSlab } from '../slabs.ts';
import { headroom } from '../json-body.ts';
import { LaneAnswer } from './lane-answer.ts';
import type { LaneRequest } from './lane-request.ts';

/** What a connection asks of the lane that it is in. */
export interface Lane {
  /** The lines that tell clients how long connections stay open. */
  readonly keepAlive: string;
  /** The request that begins with these bytes; undefined when it is not for this lane. */
  read(bytes: Buffer, socket: Socket): LaneRequest | undefined;
  /** May it be served here? Answers at once for callers who are known. */
  admit(request: LaneRequest, answer: LaneAnswer): boolean | Promise<boolean>;
  /** Serves a request whose body stands in [headroom, end). */
  serve(request: LaneRequest, answer: LaneAnswer, buffer: Buffer, end: number): void;
  /** The connection goes to Node's server, with what it has sent and nobody has answered. */
  handOver(connection: ClientConnection, socket: Socket, bytes: Buffer): void;
  forget(connection: ClientConnection): void;
}

const nothing = Buffer.alloc(0);
/** What may come behind a request before its answer is out. */
const mostAheadBytes = 65_536;
const timedOut = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/** A client's connection as long as all that comes on it is for the fast lane: one request after the other. */
export class ClientConnection {
  readonly #socket: Socket;
  readonly #lane: Lane;
  /** Being read, or answered. */
  #request: LaneRequest | undefined;
  #answer: LaneAnswer | undefined;
  /** Where its body goes; undefined once it is whole. */
  #body: Buffer | undefined;
  #bodyAt = 0;
  #bodyEnd = 0;
  /** What came while a request was answered or looked at. */
  #ahead: Buffer[] = [];
  #halfClosed = false;
  /** Since when it waits for the client, by the clock of `performance`. */
  #waitsSince = performance.now();
  #served = false;

  readonly #onData = (bytes: Buffer) => this.#read(bytes);
  readonly #onEnd = () => this.#end();
  readonly #onError = () => this.#socket.destroy();
  readonly #onDrain = () => this.#answer?.drained();
  readonly #onClose = () => this.#close();

  constructor(socket: Socket, lane: Lane) {
    this.#socket = socket;
    this.#lane = lane;
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('drain', this.#onDrain);
    socket.on('close', this.#onClose);
  }

  /** No request is read or answered on it. */
  get isIdle(): boolean {
    return this.#request === undefined && this.#ahead.length === 0;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Ends what waits longer for the client than it may: for a first request, for the rest of one, for the next one. */
  expire(now: number, patience: { readonly firstMs: number; readonly bodyMs: number; readonly nextMs: number }): void {
    const waitedMs = now - this.#waitsSince;
    if (this.#body) {
      if (waitedMs > patience.bodyMs) this.#socket.end(timedOut);
    } else if (this.#request === undefined && waitedMs > (this.#served ? patience.nextMs : patience.firstMs)) {
      if (this.#served) this.destroy();
      else this.#socket.end(timedOut);
    }
  }

  /** Leaves the connection to another reader. */
  release(): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('error', this.#onError);
    socket.off('drain', this.#onDrain);
    socket.off('close', this.#onClose);
  }

  #read(bytes: Buffer): void {
    if (this.#body) this.#fill(bytes);
    else if (this.#request) this.#keep(bytes);
    else this.#begin(bytes);
  }

  #keep(bytes: Buffer): void {
    this.#ahead.push(bytes);
    if (this.#ahead.reduce((sum, { length }) => sum + length, 0) > mostAheadBytes) this.#socket.pause();
  }

  #begin(bytes: Buffer): void {
    const request = this.#lane.read(bytes, this.#socket);
    if (!request) {
      this.#handOver(bytes);
      return;
    }
    const answer = new LaneAnswer(this.#socket, this.#lane.keepAlive);
    this.#request = request;
    const admitted = this.#lane.admit(request, answer);
    if (typeof admitted === 'boolean') this.#goOn(admitted, request, answer, bytes);
    else admitted.then((may) => this.#goOn(may, request, answer, bytes));
  }

  #goOn(admitted: boolean, request: LaneRequest, answer: LaneAnswer, bytes: Buffer): void {
    if (this.#socket.destroyed) {
      answer.gone();
      return;
    }
    if (!admitted) {
      this.#handOver(bytes);
      return;
    }
    this.#answer = answer;
    answer.once('close', () => this.#done(answer));
    this.#bodyEnd = headroom + request.contentLength;
    this.#body = takeSlab(this.#bodyEnd);
    this.#bodyAt = headroom;
    this.#waitsSince = performance.now();
    this.#fill(request.headLength < bytes.length ? bytes.subarray(request.headLength) : nothing);
    for (const more of this.#ahead.splice(0)) this.#read(more);
    if (this.#socket.isPaused()) this.#socket.resume();
  }

  #fill(bytes: Buffer): void {
    const body = this.#body as Buffer;
    const room = this.#bodyEnd - this.#bodyAt;
    const copied = bytes.copy(body, this.#bodyAt, 0, Math.min(room, bytes.length));
    this.#bodyAt += copied;
    if (copied < room) {
      if (this.#halfClosed) this.destroy();
      return;
    }
    if (copied < bytes.length) this.#ahead.push(bytes.subarray(copied));
    this.#body = undefined;
    this.#lane.serve(this.#request as LaneRequest, this.#answer as LaneAnswer, body, this.#bodyEnd);
  }

  /** The answer is with the system, or the connection is gone. */
  #done(answer: LaneAnswer): void {
    if (this.#socket.destroyed) return;
    this.#request = undefined;
    this.#answer = undefined;
    this.#served = true;
    this.#waitsSince = performance.now();
    if (this.#socket.timeout) this.#socket.setTimeout(0);
    if (!answer.shouldKeepAlive || (this.#halfClosed && this.#ahead.length === 0)) {
      this.#socket.destroySoon();
      return;
    }
    if (this.#ahead.length > 0) {
      const bytes = Buffer.concat(this.#ahead.splice(0));
      if (this.#socket.isPaused()) this.#socket.resume();
      this.#read(bytes);
    }
  }

  #handOver(bytes: Buffer): void {
    this.#request = undefined;
    const unread = this.#ahead.length > 0 ? Buffer.concat([bytes, ...this.#ahead.splice(0)]) : bytes;
    this.release();
    this.#lane.handOver(this, this.#socket, unread);
    if (this.#socket.isPaused()) this.#socket.resume();
  }

  /** The client sends no more, but may still read. */
  #end(): void {
    this.#halfClosed = true;
    if (this.#body) this.destroy();
    else if (this.isIdle) this.#socket.end();
    else if (this.#answer) this.#answer.shouldKeepAlive = false;
  }

  #close(): void {
    this.#lane.forget(this);
    if (this.#body) giveSlab(this.#body);
    this.#body = undefined;
    this.#answer?.gone();
  }
}
