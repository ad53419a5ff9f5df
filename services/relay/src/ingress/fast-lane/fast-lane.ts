import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { uuidv7 } from '@switchyard/crypto';
import type { Relay } from '../../context.ts';
import type { ClientDialect } from '../../dialects/dialect.ts';
import { Reply } from '../../egress/reply.ts';
import type { GatewayError } from '../../errors.ts';
import { authenticate } from '../admit.ts';
import { toRefusal } from '../error-reply.ts';
import type { Answering, Incoming } from '../incoming.ts';
import { headroom, JsonBody } from '../json-body.ts';
import type { RequestBody } from '../request-body.ts';
import { ClientConnection, type Lane } from './client-connection.ts';
import type { HeadReader } from './head-reader.ts';
import type { LaneAnswer } from './lane-answer.ts';
import { LaneRequest } from './lane-request.ts';

/** What serves the requests to one address. Throws, or rejects with, the refusal. */
export interface LaneRoute {
  readonly dialect: ClientDialect;
  handle(request: Incoming, reply: Answering, body: RequestBody): undefined | Promise<unknown>;
}

export interface LanePatience {
  /** For the first request of a connection, for the rest of a body, for the next request. */
  readonly firstMs: number;
  readonly bodyMs: number;
  readonly nextMs: number;
}

const sweepMs = 5_000;

/**
 * Serves the requests that most clients send on their sockets, which is cheaper than Node's server and Fastify. It reads only
 * what can be read in one way; a connection that brings anything else goes to Node's server with all its bytes and stays there, and so
 * does every request that is to be refused before its body is read, unless it came as a whole while nobody is served.
 */
export class FastLane implements Lane {
  readonly keepAlive: string;
  readonly #server: Server;
  readonly #relay: Relay;
  readonly #routes: ReadonlyMap<string, LaneRoute>;
  readonly #patience: LanePatience;
  readonly #connections = new Set<ClientConnection>();
  readonly #others: ((socket: Socket) => void)[];

  /** Takes the connections of a server that does not listen yet. */
  constructor(server: Server, relay: Relay, routes: ReadonlyMap<string, LaneRoute>, patience: LanePatience) {
    this.#server = server;
    this.#relay = relay;
    this.#routes = routes;
    this.#patience = patience;
    this.keepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${patience.nextMs / 1000}\r\n`;
    this.#others = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => this.#connections.add(new ClientConnection(socket, this)));
    const sweeping = setInterval(() => this.#sweep(), sweepMs).unref();
    server.once('close', () => clearInterval(sweeping));
    const { closeIdleConnections, closeAllConnections } = server;
    server.closeIdleConnections = () => {
      const since = performance.now() - relay.config.leaveMs;
      for (const connection of this.#connections) if (connection.isIdleSince(since)) connection.destroy();
      closeIdleConnections.call(server);
    };
    server.closeAllConnections = () => {
      for (const connection of this.#connections) connection.destroy();
      closeAllConnections.call(server);
    };
  }

  read(bytes: Buffer, reader: HeadReader, socket: Socket): LaneRequest | undefined {
    const head = reader.read(bytes, this.#routes);
    return head && new LaneRequest(uuidv7(), head, socket);
  }

  refusal(): GatewayError | undefined {
    return this.#relay.gate.refusal();
  }

  admit(request: LaneRequest, answer: LaneAnswer): boolean | Promise<boolean> {
    const relay = this.#relay;
    if (request.contentLength > relay.config.bodyLimitBytes) return false;
    if (relay.draining) answer.shouldKeepAlive = false;
    let known: boolean | undefined;
    let told: ((admitted: boolean) => void) | undefined;
    authenticate(relay, request, (_refusal, admitted) => {
      if (admitted) request.admitted = admitted;
      known = admitted !== undefined && relay.gate.claim(request.contentLength, answer) === undefined;
      told?.(known);
    });
    if (known !== undefined) return known;
    return new Promise((resolve) => {
      told = resolve;
    });
  }

  serve(request: LaneRequest, answer: LaneAnswer, buffer: Buffer, end: number): void {
    const route = this.#routes.get(request.url) as LaneRoute;
    try {
      const body = new JsonBody(buffer, headroom, end);
      const serving = route.handle(request, { raw: answer, hijack() {} }, body);
      serving?.catch((error: Error) => this.refuse(error, request, answer));
    } catch (error) {
      this.refuse(error as Error, request, answer);
    }
  }

  refuse(error: Error, { id, url }: LaneRequest, answer: LaneAnswer): void {
    const { draining, faults, log } = this.#relay;
    if (draining) answer.shouldKeepAlive = false;
    const refusal = toRefusal(error);
    faults.refused(refusal.code);
    if (refusal.status === 500) log.error({ err: error, requestId: id }, 'a request failed');
    const { dialect } = this.#routes.get(url) as LaneRoute;
    new Reply(answer, id, dialect).sendError(refusal);
  }

  handOver(connection: ClientConnection, socket: Socket, bytes: Buffer): void {
    this.#connections.delete(connection);
    for (const listener of this.#others) listener.call(this.#server, socket);
    socket.unshift(bytes);
  }

  forget(connection: ClientConnection): void {
    this.#connections.delete(connection);
  }

  #sweep(): void {
    const now = performance.now();
    for (const connection of this.#connections) connection.expire(now, this.#patience);
  }
}
