import type { ServerResponse } from 'node:http';
import type { GatewayError } from '../errors.ts';

/** Longer bodies cost more to turn into a text than a second write does. */
const joinedBytes = 16_384;
const keepAlive = Buffer.from(': keep-alive\n\n');

/** What the client gets: head and bytes on its socket, with back-pressure. */
export class Reply {
  readonly #response: ServerResponse;
  readonly #requestId: string;
  #begun = false;
  #lastWriteAt = Date.now();

  constructor(response: ServerResponse, requestId: string) {
    this.#response = response;
    this.#requestId = requestId;
  }

  /** The head is out: status and headers can no longer change. */
  get begun(): boolean {
    return this.#begun;
  }

  /** The client is gone or has everything. */
  get closed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /** Bytes wait for the client to read them. */
  get waitsForClient(): boolean {
    return this.#response.writableNeedDrain;
  }

  onClose(heard: () => void): void {
    this.#response.on('close', heard);
  }

  onDrain(heard: () => void): void {
    this.#response.on('drain', heard);
  }

  /** Sends a piece of an event stream. False: the client reads slower, wait for `onDrain`. */
  stream(bytes: Buffer): boolean {
    this.#beginStream();
    this.#lastWriteAt = Date.now();
    return this.#response.write(bytes);
  }

  /** A comment between events when nothing was sent for `afterMs`, so that the connection is not taken for dead. */
  keepAlive(nowMs: number, afterMs: number): void {
    if (nowMs - this.#lastWriteAt >= afterMs && !this.#response.writableNeedDrain) this.stream(keepAlive);
  }

  endStream(bytes: Buffer | undefined): void {
    if (this.closed) return;
    this.#beginStream();
    if (bytes) this.#response.end(bytes);
    else this.#response.end();
  }

  /** A whole answer at once. */
  send(status: number, contentType: string, bytes: Buffer): void {
    if (this.closed) return;
    this.#begun = true;
    this.#response.writeHead(status, [
      'content-type',
      contentType,
      'content-length',
      String(bytes.length),
      'x-oneapi-request-id',
      this.#requestId,
      'access-control-allow-origin',
      '*',
    ]);
    this.#finish(bytes);
  }

  sendError(error: GatewayError): void {
    if (this.closed) return;
    this.#begun = true;
    const body = Buffer.from(JSON.stringify(errorBody(error, this.#requestId)));
    const headers: Record<string, string | number> = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      'x-oneapi-request-id': this.#requestId,
      'access-control-allow-origin': '*',
    };
    if (error.retryAfterMs !== undefined) headers['retry-after'] = Math.max(1, Math.ceil(error.retryAfterMs / 1000));
    this.#response.writeHead(error.status, headers);
    this.#finish(body);
  }

  /** One write instead of two: Node joins the head with a text, and latin1 is every byte as it is. */
  #finish(bytes: Buffer): void {
    if (bytes.length <= joinedBytes) this.#response.end(bytes.toString('latin1'), 'latin1');
    else this.#response.end(bytes);
  }

  #beginStream(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#response.writeHead(200, [
      'content-type',
      'text/event-stream; charset=utf-8',
      'cache-control',
      'no-cache',
      'x-accel-buffering',
      'no',
      'x-oneapi-request-id',
      this.#requestId,
      'access-control-allow-origin',
      '*',
    ]);
  }
}

/** The body of an error in OpenAI's shape. */
export function errorBody(error: GatewayError, requestId: string) {
  return {
    error: {
      message: `${error.message} (request id: ${requestId})`,
      type: error.type,
      param: error.param,
      code: error.code,
    },
  };
}
