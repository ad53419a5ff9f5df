import type { Socket, SocketConstructorOpts } from 'node:net';
import { type buildConnector, Dispatcher, Pool } from 'undici';
import { readsIntoSharedMemory } from './shared-memory.ts';
import { UpstreamCall } from './upstream-call.ts';
import { type Keeper, UpstreamConnection } from './upstream-connection.ts';

const longestIdleMs = 20_000;
const sweepMs = 1_000;
const targetForm = /^\/[\u0021-\u007e\u0080-\u00ff]*$/;
const token = /^[!#$%&'*+.^_`|~\w-]+$/;
const fieldValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
/** Headers that say how a message is framed, or what its connection is for: a second one could split a request in two. */
const ours = new Set([
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

/** How sockets read. */
export type Reading = Pick<SocketConstructorOpts, 'onread'>;

/** Where those who make the same calls again and again let the pool keep their head: at hand beside whatever else they know of them. */
export interface KeptHead {
  head: string;
  /** Of the call that it was written for. */
  headPath: string;
  headHeaders: readonly string[];
}

export interface CallOptions extends Dispatcher.DispatchOptions {
  readonly keptHead?: KeptHead | undefined;
}

/**
 * Connections of HTTP/1.1 to one origin, kept open and taken up again newest first. It sends what requests of clients become, a POST
 * with its body in memory, at a fraction of what a general client costs; all else that a Dispatcher can do is undici's.
 */
export class UpstreamPool extends Dispatcher implements Keeper {
  readonly #connect: buildConnector.connector;
  readonly #address: buildConnector.Options;
  readonly #others: Pool;
  readonly #connections = new Set<UpstreamConnection>();
  #idle: UpstreamConnection[] = [];
  #timer: NodeJS.Timeout | undefined;
  #destroyed = false;

  /** `connectorFor`: makes connectors that take these options too. */
  constructor(origin: string, connectorFor: (options: Reading) => buildConnector.connector) {
    super();
    const { protocol, hostname, host, port } = new URL(origin);
    this.#connect = connectorFor({ onread: readsIntoSharedMemory });
    this.#address = { protocol, hostname, host, port };
    this.#others = new Pool(origin, {
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: longestIdleMs,
      connect: connectorFor({}),
    });
  }

  override dispatch(options: CallOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { method, body, upgrade } = options;
    if (method !== 'POST' || !Buffer.isBuffer(body) || upgrade) return this.#others.dispatch(options, handler);
    let head: string | undefined;
    try {
      head = this.#headOf(options);
    } catch (error) {
      new UpstreamCall('', body, handler).fail(error as Error);
      return true;
    }
    if (head === undefined) return this.#others.dispatch(options, handler);
    const call = new UpstreamCall(head, body, handler);
    if (!call.aborted) this.#send(call);
    return true;
  }

  keep(connection: UpstreamConnection, forMs: number): void {
    connection.idleUntil = performance.now() + forMs;
    this.#idle.push(connection);
    this.#timer ??= setTimeout(() => this.#sweep(), sweepMs).unref();
  }

  forget(connection: UpstreamConnection): void {
    this.#connections.delete(connection);
  }

  /** Ends all connections; what runs on them fails. */
  override destroy(): Promise<void> {
    this.#destroyed = true;
    clearTimeout(this.#timer);
    for (const connection of this.#connections) connection.destroy();
    return this.#others.destroy();
  }

  #send(call: UpstreamCall): void {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (!idle.usable) continue;
      idle.send(call);
      return;
    }
    this.#connect(this.#address, (error, socket) => {
      if (error) call.fail(error);
      else this.#begin(socket, call);
    });
  }

  #begin(socket: Socket, call: UpstreamCall): void {
    const connection = new UpstreamConnection(socket, this, longestIdleMs);
    this.#connections.add(connection);
    if (this.#destroyed) {
      connection.destroy();
      call.fail(new Error('the connections to this upstream are closed'));
    }
    // Given up meanwhile: the next one has it.
    else if (call.aborted) this.keep(connection, longestIdleMs);
    else connection.send(call);
  }

  /** The longest unused stand in front. */
  #sweep(): void {
    this.#timer = undefined;
    const now = performance.now();
    this.#idle = this.#idle.filter((connection) => {
      if (connection.usable && connection.idleUntil > now) return true;
      connection.destroy();
      return false;
    });
    if (this.#idle.length > 0) this.#timer = setTimeout(() => this.#sweep(), sweepMs).unref();
  }

  /** undefined for headers that stand in another form than a flat list. */
  #headOf({ path, headers, keptHead }: CallOptions): string | undefined {
    if (keptHead?.headHeaders === headers && keptHead?.headPath === path) return keptHead.head;
    if (!isFlat(headers)) return undefined;
    const head = inOnePiece(writeHead(path, this.#address.host ?? '', headers));
    if (keptHead) {
      keptHead.head = head;
      keptHead.headPath = path;
      keptHead.headHeaders = headers;
    }
    return head;
  }
}

/**
 * Request line and headers up to that of the length (RFC 9112, 3 and 5). A host among the headers stands in for that of the address. Throws
 * a TypeError for what would not stay on its line, and for headers that are written here.
 */
function writeHead(path: string, addressed: string, headers: readonly string[]): string {
  if (!targetForm.test(path)) throw new TypeError('the path of the upstream has characters that cannot be sent');
  let host: string | undefined;
  let lines = '';
  for (let i = 0; i < headers.length; i += 2) {
    const [name = '', value = ''] = [headers[i], headers[i + 1]];
    if (!token.test(name) || !fieldValue.test(value))
      throw new TypeError(`the header ${JSON.stringify(name)} cannot be sent`);
    const key = name.toLowerCase();
    if (ours.has(key)) throw new TypeError(`the header ${key} belongs to the connection and cannot be set`);
    if (key !== 'host') lines += `${name}: ${value}\r\n`;
    else if (host === undefined) host = value;
    else throw new TypeError('the header host is there twice');
  }
  return `POST ${path} HTTP/1.1\r\nhost: ${host ?? addressed}\r\nconnection: keep-alive\r\n${lines}`;
}

/** A text that was put together is kept as its parts, and V8 would go through them each time that it is written. */
function inOnePiece(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** Name, value, name, value ... */
function isFlat(headers: Dispatcher.DispatchOptions['headers']): headers is string[] {
  return Array.isArray(headers) && typeof headers[0] === 'string';
}
