import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';

/** What the model does with the next response that is asked for. */
export interface RealtimeTurn {
  /** Pieces of text that are written. */
  readonly text?: readonly string[];
  /** Pieces of sound, base64. */
  readonly sound?: readonly string[];
  /** As the host reports it; none when left out. */
  readonly usage?: object;
  /** Nothing comes after the pieces: no end of the response. */
  readonly stalls?: boolean;
}

/** A session as the host sees it. */
export interface HeardSession {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** What the client said, as it said it. */
  readonly messages: { readonly data: Buffer; readonly binary: boolean }[];
  readonly socket: WebSocket;
  /** Code of its end; undefined while it runs. */
  closed: number | undefined;
  send(event: object): void;
}

export interface FakeRealtime {
  /** `http://host:port`. */
  readonly url: string;
  readonly sessions: readonly HeardSession[];
  /** Turns of the next responses, oldest first. */
  readonly turns: RealtimeTurn[];
  /** Usage of the transcript of each sound that is handed in, when the session asks for transcripts. */
  transcriptUsage: object;
  /** Said instead of `session.created` to the next client, before it is hung up on. */
  greeting: object | 'silence' | undefined;
  /** Answered instead of the next upgrade. */
  refusal: { readonly status: number; readonly body: object } | undefined;
  close(): Promise<void>;
}

interface Form {
  readonly path: string;
  readonly header: string;
  readonly proof: string;
}

const kinds = {
  openai: (key: string): Form => ({ path: '/v1/realtime', header: 'authorization', proof: `Bearer ${key}` }),
  azure: (key: string): Form => ({ path: '/openai/v1/realtime', header: 'api-key', proof: key }),
};

const nothing = { text: ['Hello'], usage: { total_tokens: 2, input_tokens: 1, output_tokens: 1 } };

/** A host of OpenAI's realtime API that hears nothing and says what it is told to; it checks key, address and events. */
export async function fakeRealtime(key: string, kind: keyof typeof kinds = 'openai'): Promise<FakeRealtime> {
  const sessions: HeardSession[] = [];
  const server = createServer((_request, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://host');
    const refusal = host.refusal ?? refusalOf(request, url, kinds[kind](key));
    host.refusal = undefined;
    if (refusal) {
      const body = JSON.stringify(refusal.body);
      socket.end(
        `HTTP/1.1 ${refusal.status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const session: HeardSession = {
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        messages: [],
        socket: webSocket,
        closed: undefined,
        send: (event) => webSocket.send(JSON.stringify({ event_id: newId('event'), ...event })),
      };
      sessions.push(session);
      run(host, session);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host: FakeRealtime = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    turns: [],
    transcriptUsage: { type: 'duration', seconds: 1 },
    greeting: undefined,
    refusal: undefined,
    async close() {
      for (const { socket } of sessions) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return host;
}

function refusalOf({ headers }: IncomingMessage, url: URL, form: Form): FakeRealtime['refusal'] {
  const error = (status: number, code: string, message: string) => ({
    status,
    body: { error: { message, type: 'invalid_request_error', param: null, code } },
  });
  if (headers[form.header] !== form.proof) return error(401, 'invalid_api_key', 'Incorrect API key provided.');
  if (url.pathname !== form.path) return error(404, 'unknown_url', `Unknown request URL: ${url.pathname}`);
  if (!url.searchParams.get('model')) return error(400, 'missing_model', 'You must provide a model parameter.');
  return undefined;
}

function run(host: FakeRealtime, session: HeardSession): void {
  const { socket, query } = session;
  let settings: Record<string, unknown> = {
    type: 'realtime',
    object: 'realtime.session',
    id: newId('sess'),
    model: query.get('model'),
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: 24_000 },
        transcription: null,
        turn_detection: { type: 'server_vad' },
      },
      output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'marin', speed: 1 },
    },
  };
  socket.on('close', (code) => {
    session.closed = code;
  });
  socket.on('error', () => {});
  socket.on('message', (raw: RawData, binary) => {
    const data = raw as Buffer;
    session.messages.push({ data, binary });
    if (binary) return;
    const event = parse(data);
    switch (event?.type) {
      case 'session.update':
        settings = { ...settings, ...(event.session as object) };
        session.send({ type: 'session.updated', session: settings });
        return;
      case 'input_audio_buffer.append':
        return;
      case 'input_audio_buffer.commit':
        commit(host, session, settings);
        return;
      case 'conversation.item.create':
        session.send({ type: 'conversation.item.added', previous_item_id: null, item: event.item });
        return;
      case 'response.create':
        respond(session, host.turns.shift() ?? nothing);
        return;
      default: {
        const message = `Invalid value: '${String(event?.type)}'.`;
        session.send({ type: 'error', error: { type: 'invalid_request_error', code: 'invalid_value', message } });
      }
    }
  });
  const { greeting } = host;
  host.greeting = undefined;
  if (greeting === 'silence') return;
  session.send(greeting ?? { type: 'session.created', session: settings });
  if (greeting) socket.close(1000);
}

function commit(host: FakeRealtime, session: HeardSession, settings: Record<string, unknown>): void {
  const item_id = newId('item');
  session.send({ type: 'input_audio_buffer.committed', previous_item_id: null, item_id });
  const { input } = settings.audio as { input?: { transcription?: object | null } };
  if (!input?.transcription) return;
  session.send({
    type: 'conversation.item.input_audio_transcription.completed',
    item_id,
    content_index: 0,
    transcript: 'Good morning.',
    usage: host.transcriptUsage,
  });
}

function respond(session: HeardSession, turn: RealtimeTurn): void {
  const response_id = newId('resp');
  const item_id = newId('item');
  const response = {
    object: 'realtime.response',
    id: response_id,
    output: [],
    conversation_id: 'conv_1',
    metadata: null,
  };
  session.send({ type: 'response.created', response: { ...response, status: 'in_progress', usage: null } });
  const piece = { response_id, item_id, output_index: 0, content_index: 0 };
  for (const delta of turn.sound ?? []) session.send({ type: 'response.output_audio.delta', ...piece, delta });
  const written = turn.sound ? 'response.output_audio_transcript.delta' : 'response.output_text.delta';
  for (const delta of turn.text ?? []) session.send({ type: written, ...piece, delta });
  if (turn.stalls) return;
  session.send({ type: 'response.done', response: { ...response, status: 'completed', usage: turn.usage ?? null } });
  session.send({ type: 'rate_limits.updated', rate_limits: [{ name: 'requests', limit: 100, remaining: 99 }] });
}

function parse(data: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
}

function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}
