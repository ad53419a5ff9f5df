import type { Socket } from 'node:net';
import type { GatewayError } from '../../errors.ts';
import { headroom } from '../json-body.ts';
import { giveSlab, takeSlab } from '../slabs.ts';
import { HeadReader } from './head-reader.ts';
import { LaneAnswer } from './lane-answer.ts';
import type { LaneRequest } from './lane-request.ts';

/** What a connection asks of the lane that it is in. */
export interface Lane {
  /** The lines that tell clients how long connections stay open. */
  readonly keepAlive: string;
  /** The request that begins with these bytes; undefined when it is not for this lane. */
  read(bytes: Buffer, reader: HeadReader, socket: Socket): LaneRequest | undefined;
  /** Why nobody is served at the moment. */
  refusal(): GatewayError | undefined;
  refuse(refusal: GatewayError, request: LaneRequest, answer: LaneAnswer): void;
  /** May it be served here? Answers at once for callers who are known. */
  admit(request: LaneRequest, answer: LaneAnswer): boolean | Promise<boolean>;
  /** Serves a request whose body stands in [headroom, end). */
  serve(request: LaneRequest, answer: LaneAnswer, buffer: Buffer, end: number): void;
  /** The connection goes to Node's server, with what it has sent and nobody has answered. */
  handOver(connection: ClientConnection, socket: Socket, bytes: Buffer): void;
  forget(connection: ClientConnection): void;
}

/** A request whose caller was looked up, and whether it may be served here. */
interface LookedUp {
  readonly admitted: boolean;
  readonly request: LaneRequest;
  readonly answer: LaneAnswer;
}

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
  /** Its bytes are the next that are read. */
  #lookedUp: LookedUp | undefined;
  /** Since when it waits for the client, by the clock of `performance`. */
  #waitsSince = performance.now();
  #served = false;
  readonly #heads = new HeadReader();

  readonly #onData = (bytes: Buffer) => this.#read(bytes);
  readonly #onEnd = () => this.#end();
  readonly #onError = () => this.#socket.destroy();
  readonly #onDrain = () => this.#answer?.drained();
  readonly #onTimeout = () => this.destroy();
  readonly #onClose = () => this.#close();

  constructor(socket: Socket, lane: Lane) {
    this.#socket = socket;
    this.#lane = lane;
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('drain', this.#onDrain);
    socket.on('timeout', this.#onTimeout);
    socket.on('close', this.#onClose);
  }

  /**
   * It was of use, and since then, by the clock of `performance`, no request was read or answered on it. One that was just opened has its
   * request on the way.
   */
  isIdleSince(time: number): boolean {
    const nothingCame = this.#request === undefined && this.#socket.readableLength === 0;
    return this.#served && nothingCame && this.#waitsSince <= time;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Ends what waits longer for the client than it may: for a first request, for the rest of one, for the next one. */
  expire(now: number, patience: { readonly firstMs: number; readonly bodyMs: number; readonly nextMs: number }): void {
    const waitedMs = now - this.#waitsSince;
    if (this.#body) {
      if (waitedMs > patience.bodyMs) this.#giveUp();
    } else if (this.#request === undefined && waitedMs > (this.#served ? patience.nextMs : patience.firstMs)) {
      if (this.#served) this.destroy();
      else this.#giveUp();
    }
  }

  /** Leaves the connection to another reader. */
  release(): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('error', this.#onError);
    socket.off('drain', this.#onDrain);
    socket.off('timeout', this.#onTimeout);
    socket.off('close', this.#onClose);
  }

  #read(bytes: Buffer): void {
    if (this.#body) this.#fill(bytes, 0);
    else if (this.#lookedUp) this.#goOn(this.#lookedUp, bytes);
    else if (this.#request) this.#putBack(bytes);
    else this.#begin(bytes);
  }

  /** Until the connection is resumed: it reads no more than it has room for, and its end comes behind what is put back. */
  #putBack(bytes: Buffer): void {
    this.#socket.pause();
    this.#socket.unshift(bytes);
  }

  #begin(bytes: Buffer): void {
    const request = this.#lane.read(bytes, this.#heads, this.#socket);
    if (!request) {
      this.#handOver(bytes);
      return;
    }
    const answer = new LaneAnswer(this.#socket, this.#lane.keepAlive);
    this.#request = request;
    const refusal = this.#lane.refusal();
    if (refusal) {
      this.#refuse(refusal, request, answer, bytes);
      return;
    }
    const admitted = this.#lane.admit(request, answer);
    if (typeof admitted === 'boolean') {
      this.#goOn({ admitted, request, answer }, bytes);
      return;
    }
    this.#putBack(bytes);
    admitted.then((may) => {
      this.#lookedUp = { admitted: may, request, answer };
      if (this.#socket.destroyed) answer.gone();
      else this.#socket.resume();
    });
  }

  /** Whoever has too much to do refuses where it is cheap. A body that is still to come goes the long way. */
  #refuse(refusal: GatewayError, request: LaneRequest, answer: LaneAnswer, bytes: Buffer): void {
    const end = request.headLength + request.contentLength;
    if (bytes.length < end) {
      this.#handOver(bytes);
      return;
    }
    this.#expect(answer);
    if (end < bytes.length) this.#putBack(bytes.subarray(end));
    this.#lane.refuse(refusal, request, answer);
  }

  #goOn({ admitted, request, answer }: LookedUp, bytes: Buffer): void {
    this.#lookedUp = undefined;
    if (!admitted) {
      this.#handOver(bytes);
      return;
    }
    this.#expect(answer);
    this.#bodyEnd = headroom + request.contentLength;
    this.#body = takeSlab(this.#bodyEnd);
    this.#bodyAt = headroom;
    this.#waitsSince = performance.now();
    this.#fill(bytes, request.headLength);
  }

  #expect(answer: LaneAnswer): void {
    this.#answer = answer;
    answer.once('close', () => this.#done(answer));
  }

  /** What stands in `bytes` from there on belongs to the body, as far as it goes. */
  #fill(bytes: Buffer, from: number): void {
    const body = this.#body as Buffer;
    const room = this.#bodyEnd - this.#bodyAt;
    const end = Math.min(from + room, bytes.length);
    this.#bodyAt += bytes.copy(body, this.#bodyAt, from, end);
    if (this.#bodyAt < this.#bodyEnd) return;
    if (end < bytes.length) this.#putBack(bytes.subarray(end));
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
    if (!answer.shouldKeepAlive) this.#socket.destroySoon();
    else if (this.#socket.isPaused()) this.#socket.resume();
  }

  #handOver(bytes: Buffer): void {
    this.#request = undefined;
    this.release();
    this.#lane.handOver(this, this.#socket, bytes);
  }

  /**
   * The client sends no more. It may still read, but whoever closes a connection looks the same, and an answer that nobody waits for is paid
   * for: like for Node's server and nginx, it has left unless all of its answer is written.
   */
  #end(): void {
    if (this.#body || (this.#answer && !this.#answer.writableEnded)) this.destroy();
    else if (this.#answer) this.#answer.shouldKeepAlive = false;
    else this.#socket.end();
  }

  #giveUp(): void {
    this.#socket.write(timedOut);
    this.#socket.destroySoon();
  }

  #close(): void {
    this.#lane.forget(this);
    if (this.#body) giveSlab(this.#body);
    this.#body = undefined;
    this.#answer?.gone();
    this.#lookedUp?.answer.gone();
  }
}
