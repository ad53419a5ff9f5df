import type { WebSocket } from 'ws';

export interface Message {
  readonly data: Buffer;
  readonly binary: boolean;
}

export interface EndListener {
  onMessage(message: Message): void;
  onClose(code: number, reason: string): void;
}

/** Bytes on their way to one side before the other is not read any more. */
const mostBufferedBytes = 65_536;
/** A side that does not answer a close is cut off. */
const closeMs = 2_000;
const pingAfterMs = 20_000;
const goneAfterMs = 60_000;
/** What RFC 6455 (7.4.1) lets nobody send: it only describes a close that had no code, or none at all. */
const unsendable: ReadonlySet<number> = new Set([1004, 1005, 1006, 1015]);

/** One side of a session. What it says before anybody listens is kept. */
export class SocketEnd {
  readonly #socket: WebSocket;
  readonly #early: Message[] = [];
  #closed: { readonly code: number; readonly reason: string } | undefined;
  #listener: EndListener | undefined;
  #heardAt = performance.now();
  #pingedAt = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer, binary) => {
      this.#heard();
      if (this.#listener) this.#listener.onMessage({ data, binary });
      else this.#early.push({ data, binary });
    });
    socket.on('ping', () => this.#heard());
    socket.on('pong', () => this.#heard());
    socket.on('close', (code, reason) => {
      this.#closed = { code, reason: reason.toString('utf8') };
      this.#listener?.onClose(code, this.#closed.reason);
    });
    // It closes next.
    socket.on('error', () => {});
  }

  /** What it said first, before anybody listened. */
  get first(): Message | undefined {
    return this.#early[0];
  }

  listen(listener: EndListener): void {
    this.#listener = listener;
    for (const message of this.#early.splice(0)) listener.onMessage(message);
    if (this.#closed) listener.onClose(this.#closed.code, this.#closed.reason);
    else this.#socket.resume();
  }

  /** Reads no more than it has until `listen`. */
  hold(): void {
    this.#socket.pause();
  }

  send(text: string): void {
    this.#socket.send(text, () => {});
  }

  /** Sends what `from` said, which is not read while too much is on its way. */
  pass({ data, binary }: Message, from: SocketEnd): void {
    this.#socket.send(data, { binary }, () => {
      if (this.#socket.bufferedAmount <= mostBufferedBytes) from.#resume();
    });
    if (this.#socket.bufferedAmount > mostBufferedBytes) from.hold();
  }

  /** With a code and reason of the other side, as far as they can be sent. */
  close(code: number, reason = ''): void {
    // The answer to the close would not be read.
    this.#resume();
    const cutOff = setTimeout(() => this.#socket.terminate(), closeMs);
    this.#socket.once('close', () => clearTimeout(cutOff));
    const passes = code >= 1000 && code < 5000 && !unsendable.has(code);
    if (passes)
      this.#socket.close(
        code,
        Buffer.from(reason)
          .subarray(0, 123)
          .toString('utf8')
          .replace(/\ufffd$/, ''),
      );
    else this.#socket.close(1000);
  }

  /** False when the other side is gone without a word. Asks for a sign of life when it is quiet. `now`: by the clock of `performance`. */
  isAlive(now: number): boolean {
    if (this.#socket.isPaused) {
      this.#heard();
      return true;
    }
    const quietMs = now - this.#heardAt;
    if (quietMs > goneAfterMs) return false;
    if (quietMs > pingAfterMs && now - this.#pingedAt > pingAfterMs) {
      this.#pingedAt = now;
      this.#socket.ping();
    }
    return true;
  }

  #heard(): void {
    this.#heardAt = performance.now();
  }

  #resume(): void {
    if (this.#socket.isPaused) this.#socket.resume();
  }
}
