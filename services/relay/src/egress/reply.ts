import type { ClientDialect } from '../dialects/dialect.ts';
import { finalHeader, type GatewayError, isFinal } from '../errors.ts';
import { parseEvent } from '../metering/kept-events.ts';
import { eventPayloads } from '../metering/sse.ts';
import { type ByteText, decodeText, encodeText } from './framing/byte-text.ts';
import type { StreamFramer } from './framing/framing.ts';
import { standardHeaders } from './standard-headers.ts';

/** Longer bodies cost more to turn into a text than a second write does. */
const joinedBytes = 16_384;
const keepAlive = encodeText(': keep-alive\n\n');
/** A client that takes nothing for so long, when the end of its answer waits for it, is gone. */
const unreadMs = 120_000;
const eventStream = 'text/event-stream; charset=utf-8';

/** What an answer is written to: a ServerResponse, or what the fast lane has in its place. */
export interface ClientAnswer {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  readonly writableNeedDrain: boolean;
  readonly writableLength: number;
  readonly headersSent: boolean;
  shouldKeepAlive: boolean;
  writeHead(status: number, headers: string[]): unknown;
  write(bytes: Buffer): boolean;
  write(text: string, encoding: 'latin1'): boolean;
  end(): unknown;
  end(bytes: Buffer): unknown;
  end(text: string, encoding: 'latin1'): unknown;
  destroy(): unknown;
  setTimeout(ms: number): unknown;
  on(event: 'close' | 'drain', heard: () => void): unknown;
  once(event: 'close', heard: () => void): unknown;
}

/** What the client gets: head and bytes on its socket, with back-pressure. */
export class Reply {
  readonly #response: ClientAnswer;
  readonly #requestId: string;
  readonly #dialect: ClientDialect;
  readonly #framer: StreamFramer | undefined;
  #begun = false;
  #lastWriteAt = performance.now();
  /** The newest events that were sent. */
  #newest = '' as ByteText;
  #watched = false;
  #warnings: readonly string[] = [];

  /** `framer`: for clients that read streams in frames of their own. */
  constructor(response: ClientAnswer, requestId: string, dialect: ClientDialect, framer?: StreamFramer) {
    this.#response = response;
    this.#requestId = requestId;
    this.#dialect = dialect;
    this.#framer = framer;
  }

  /** What of the request was not carried to the upstream; told in a header of the answer. */
  warn(warnings: readonly string[]): void {
    this.#warnings = warnings;
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

  /** The system has taken all that was written. */
  get isWithSystem(): boolean {
    return this.#response.writableLength === 0;
  }

  /**
   * Cuts the client off when it takes none of the bytes that wait for it for so long, until `drained`. Only Node's own timer of the socket
   * sees a part of a write go: an event of megabytes is one.
   */
  watch(afterMs: number): void {
    if (this.#watched) return;
    this.#watched = true;
    this.#response.setTimeout(afterMs);
  }

  /** The client has taken all that waited for it. */
  drained(): void {
    if (!this.#watched) return;
    this.#watched = false;
    this.#response.setTimeout(0);
  }

  /** The head says that no other request may come on this connection. When it is out already, the client may have another on its way. */
  endConnection(): void {
    if (!this.#response.headersSent) this.#response.shouldKeepAlive = false;
  }

  onClose(heard: () => void): void {
    this.#response.on('close', heard);
  }

  onDrain(heard: () => void): void {
    this.#response.on('drain', heard);
  }

  /** Sends events of a stream. False: the client reads slower, wait for `onDrain`. */
  stream(events: ByteText): boolean {
    this.#newest = events;
    return this.#write(events);
  }

  #write(events: ByteText): boolean {
    this.#beginStream(this.#framer?.contentType ?? eventStream);
    this.#lastWriteAt = performance.now();
    return this.#response.write(this.#framer ? this.#framer.push(events) : events, 'latin1');
  }

  /** Sends bytes that are no events. */
  pass(bytes: Buffer, contentType: string): boolean {
    this.#beginStream(contentType);
    this.#lastWriteAt = performance.now();
    return this.#response.write(bytes);
  }

  /** A comment between events when nothing was sent for `afterMs`, by the clock of `performance`, so that the connection is not taken for dead. */
  keepAlive(now: number, afterMs: number): void {
    if (now - this.#lastWriteAt >= afterMs && !this.#response.writableNeedDrain) this.#write(keepAlive);
  }

  endStream(events: ByteText | undefined): void {
    if (this.closed) return;
    this.#beginStream(this.#framer?.contentType ?? eventStream);
    const bytes = this.#framer ? this.#framer.end(events) : events;
    if (bytes) this.#response.end(bytes, 'latin1');
    else this.#response.end();
    this.#limitWait();
  }

  /** Ends a stream with the events that tell of a failure. */
  failStream(error: GatewayError): void {
    const last = eventPayloads(decodeText(this.#newest)).findLast((payload) => payload.startsWith('{'));
    this.endStream(encodeText(this.#dialect.writeStreamError(error, last && parseEvent(last))));
  }

  endPassed(): void {
    this.#response.end();
    this.#limitWait();
  }

  /** Cuts off an answer that cannot say itself that it is not whole. */
  breakOff(): void {
    this.#response.destroy();
  }

  /** A whole answer at once. */
  send(status: number, contentType: string, bytes: Buffer): void {
    if (this.closed) return;
    this.#begun = true;
    const headers = [
      'content-type',
      contentType,
      'content-length',
      String(bytes.length),
      ...standardHeaders(this.#requestId),
    ];
    this.#response.writeHead(status, this.#withWarnings(headers));
    this.#finish(bytes);
  }

  sendError(error: GatewayError): void {
    if (this.closed) return;
    this.#begun = true;
    const { status = error.status, body: content } = this.#dialect.writeError(error, this.#requestId);
    const body = Buffer.from(JSON.stringify(content));
    const headers = [
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      String(body.length),
      ...standardHeaders(this.#requestId),
    ];
    if (error.retryAfterMs !== undefined) {
      headers.push('retry-after', String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))));
    }
    if (isFinal(status)) headers.push(...finalHeader);
    this.#response.writeHead(status, headers);
    this.#finish(body);
  }

  /** One write instead of two: Node joins the head with a text, and latin1 is every byte as it is. */
  #finish(bytes: Buffer): void {
    if (bytes.length <= joinedBytes) this.#response.end(bytes.toString('latin1'), 'latin1');
    else this.#response.end(bytes);
    this.#limitWait();
  }

  /** Nobody looks after an answer that has ended: its connection would wait for the client for ever. */
  #limitWait(): void {
    if (!this.isWithSystem) this.#response.setTimeout(unreadMs);
  }

  #beginStream(contentType: string): void {
    if (this.#begun) return;
    this.#begun = true;
    const headers = [
      'content-type',
      contentType,
      'cache-control',
      'no-cache',
      'x-accel-buffering',
      'no',
      ...standardHeaders(this.#requestId),
    ];
    this.#response.writeHead(200, this.#withWarnings(headers));
  }

  #withWarnings(headers: string[]): string[] {
    if (this.#warnings.length > 0) headers.push('x-switchyard-warning', this.#warnings.join(', '));
    return headers;
  }
}
