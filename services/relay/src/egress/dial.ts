import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { SocketEnd } from './socket-end.ts';

/** A host that did not take the call: its answer instead of an upgrade. */
export class NotUpgraded extends Error {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;

  constructor({ statusCode = 0, headers }: IncomingMessage, body: string) {
    super(`it answered with status ${statusCode}`);
    this.status = statusCode;
    this.headers = headers;
    this.body = body;
  }
}

/** Nothing came in time. */
export class DialTimedOut extends Error {}

const errorBodyBytes = 65_536;
/** A host that greets does so at once; one that has said nothing so long after the upgrade waits for the client. */
const greetingMs = 2_000;

/**
 * Waits until a host has said its first message, or is open and quiet. Rejects with NotUpgraded, DialTimedOut, the reason of
 * `signal`, or what broke the connection.
 */
export function dial(socket: WebSocket, openMs: number, signal: AbortSignal): Promise<SocketEnd> {
  const end = new SocketEnd(socket);
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => fail(new DialTimedOut()), openMs);
    let settled = false;
    const settle = () => {
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const succeed = () => {
      if (settled) return;
      settle();
      end.hold();
      resolve(end);
    };
    const fail = (error: Error) => {
      if (settled) return;
      settle();
      reject(error);
      socket.terminate();
    };
    const abort = () => fail(signal.reason);
    signal.addEventListener('abort', abort);
    socket.once('unexpected-response', (_request, response) => {
      readText(response).then((body) => fail(new NotUpgraded(response, body)), fail);
    });
    socket.once('open', () => {
      clearTimeout(timer);
      if (!settled) timer = setTimeout(succeed, greetingMs);
    });
    socket.once('message', succeed);
    socket.once('error', fail);
    socket.once('close', (code, reason) => fail(new Error(`it closed with ${code} ${reason}`)));
    if (signal.aborted) abort();
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > errorBodyBytes) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
