import { once } from 'node:events';
import { connect } from 'node:net';
import type OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { type ClientOptions, WebSocket } from 'ws';
import { waitFor } from './gateway.ts';

/** A client of realtime sessions that keeps what it hears. */
export interface RealtimeClient {
  readonly socket: WebSocket;
  /** As the relay names it. */
  readonly requestId: string;
  /** Events of text frames, oldest first. */
  readonly events: Record<string, unknown>[];
  send(event: object): void;
  /** The code of the end. */
  readonly closed: Promise<number>;
}

/** Resolves when the session is open; rejects with `{status, body}` when it is refused. */
export async function openRealtime(
  url: string,
  model: string,
  options: ClientOptions & { protocols?: string[] } = {},
): Promise<RealtimeClient> {
  const { protocols = [], ...rest } = options;
  const address = `${url.replace(/^http/, 'ws')}/v1/realtime?model=${encodeURIComponent(model)}`;
  const socket = new WebSocket(address, protocols, { perMessageDeflate: false, ...rest });
  const events: Record<string, unknown>[] = [];
  socket.on('message', (data, binary) => {
    if (!binary) events.push(JSON.parse(String(data)));
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  let requestId = '';
  socket.once('upgrade', ({ headers }) => {
    requestId = String(headers['x-oneapi-request-id']);
  });
  const refused = new Promise<never>((_, reject) => {
    socket.once('unexpected-response', async (_request, response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      reject({ status: response.statusCode, headers: response.headers, body: JSON.parse(body) });
    });
  });
  await Promise.race([once(socket, 'open'), refused]);
  return { socket, requestId, events, closed, send: (event) => socket.send(JSON.stringify(event)) };
}

export interface RefusedUpgrade {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: { readonly error: { readonly code: string; readonly message: string } };
}

/** How a session was refused; rejects when it was opened. */
export async function refusalOf(opening: Promise<RealtimeClient>): Promise<RefusedUpgrade> {
  const { socket } = await opening.catch((refusal) => ({ socket: refusal as RefusedUpgrade }));
  if ('status' in socket) return socket;
  socket.terminate();
  throw new Error('The session was opened.');
}

/** An event of a type, as soon as the client has heard so many of them. */
export function heard(client: RealtimeClient, type: string, times = 1): Promise<Record<string, unknown>> {
  return waitFor(() => client.events.filter((event) => event.type === type)[times - 1]);
}

/** OpenAI's own client. It insists on an encrypted address, so its connection is made for it. */
export function officialRealtime(client: OpenAI, model: string): OpenAIRealtimeWS {
  const { hostname, port } = new URL(client.baseURL);
  const createConnection = () => connect(Number(port), hostname);
  return new OpenAIRealtimeWS({ model, options: { createConnection: createConnection as never } }, client);
}
