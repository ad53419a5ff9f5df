import type { Socket } from 'node:net';
import { ResponseReader } from './response-reader.ts';
import { readFrom } from './shared-memory.ts';
import type { Source, UpstreamCall } from './upstream-call.ts';

/** Who keeps connections that nobody uses. */
export interface Keeper {
  /** It may be used again, for so long. */
  keep(connection: UpstreamConnection, forMs: number): void;
  /** It is closed. */
  forget(connection: UpstreamConnection): void;
}

/** Longer bodies cost more to turn into a text than a second write does. */
const joinedBytes = 16_384;
/** Hosts close what they call idle at about the time they name: a call must not meet that. */
const marginMs = 2_000;

/** A connection to an upstream, for one call at a time. */
export class UpstreamConnection implements Source {
  readonly #socket: Socket;
  readonly #keeper: Keeper;
  readonly #longestIdleMs: number;
  #call: UpstreamCall | undefined;
  #reader: ResponseReader | undefined;
  /** By the clock of `performance`; the keeper's. */
  idleUntil = 0;

  /** `socket`: one that reads into shared memory. */
  constructor(socket: Socket, keeper: Keeper, longestIdleMs: number) {
    this.#socket = socket;
    this.#keeper = keeper;
    this.#longestIdleMs = longestIdleMs;
    readFrom(socket, (bytes) => this.#read(bytes));
    socket.on('end', () => this.#onEnd());
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => {
      keeper.forget(this);
      // Whoever says that nothing more comes ends before: this is no end that a body may have.
      this.#fail(closed());
    });
  }

  /** It is open at both ends, as far as is known here. */
  get usable(): boolean {
    return !this.#socket.destroyed && !this.#socket.readableEnded && this.#socket.writable;
  }

  send(call: UpstreamCall): void {
    this.#call = call;
    this.#reader = new ResponseReader(call);
    call.sentOn(this);
    // It may have been given up in that moment.
    if (call.aborted) return;
    const { body } = call;
    const head = `${call.head}content-length: ${body.length}\r\n\r\n`;
    if (body.length <= joinedBytes) {
      this.#socket.write(head + body.toString('latin1'), 'latin1');
      return;
    }
    this.#socket.cork();
    this.#socket.write(head, 'latin1');
    this.#socket.write(body);
    this.#socket.uncork();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    const reader = this.#reader;
    if (!reader) {
      // Nobody asked.
      this.destroy();
      return;
    }
    let end: number;
    try {
      end = reader.push(bytes);
    } catch (error) {
      this.#fail(error as Error);
      return;
    }
    if (reader.done) this.#finish(reader, end < bytes.length);
  }

  /** `surplus`: something came behind the answer. */
  #finish(reader: ResponseReader, surplus: boolean): void {
    const call = this.#call;
    if (!call) return;
    this.#call = undefined;
    this.#reader = undefined;
    const { keepAlive = false, keepAliveMs = Number.POSITIVE_INFINITY } = reader.head ?? {};
    const idleMs = Math.min(this.#longestIdleMs, keepAliveMs - marginMs);
    // A host that answers before it has read the request may take the rest of it for the next one.
    const reusable = keepAlive && !surplus && idleMs > 0 && this.usable && this.#socket.writableLength === 0;
    if (reusable) {
      if (call.paused) this.#socket.resume();
      this.#keeper.keep(this, idleMs);
    } else this.destroy();
    call.end();
  }

  #onEnd(): void {
    const reader = this.#reader;
    if (reader?.end()) this.#finish(reader, false);
    else this.#fail(closed());
  }

  #fail(error: Error): void {
    const call = this.#call;
    this.#call = undefined;
    this.#reader = undefined;
    this.destroy();
    call?.fail(error);
  }
}

function closed(): Error {
  return Object.assign(new Error('the upstream closed the connection'), { code: 'ECONNRESET' });
}
