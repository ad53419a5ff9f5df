import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What goes over a connection: bytes, a pause in milliseconds, or the end of our side. */
export type Step = Buffer | string | number | 'FIN';

export interface WireAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  /** Names in lower case; of a name that comes twice the last one. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** All that came, also further answers. */
  readonly raw: Buffer;
  /** The other side closed or reset the connection. */
  readonly closed: boolean;
  readonly ms: number;
}

const patienceMs = 10_000;
const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = '\r\n0\r\n\r\n';

/**
 * Writes exactly these bytes to a port of this machine and reads until the connection is closed, an answer is whole, or the
 * patience is over. No client library in between: those send only what is right.
 */
export async function exchange(
  url: string,
  steps: readonly Step[],
  { patience = patienceMs, untilClosed = false, host = '127.0.0.1' } = {},
): Promise<WireAnswer> {
  const began = performance.now();
  const socket = connect({ host, port: Number(new URL(url).port), noDelay: true, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let closed = false;
  let isWhole: ((chunk: Buffer, size: number) => boolean) | undefined;
  let size = 0;
  const over = new AbortController();
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    // Heads are small; bodies may be long, and are not looked through again with each piece.
    if (!isWhole) isWhole = endOf(chunks.length === 1 ? chunk : Buffer.concat(chunks));
    if (!untilClosed && isWhole?.(chunk, size)) over.abort();
  });
  for (const event of ['end', 'close', 'error'])
    socket.on(event, () => {
      closed = true;
      over.abort();
    });
  await once(socket, 'connect');
  for (const step of steps) {
    if (over.signal.aborted) break;
    if (typeof step === 'number') await sleep(step, undefined, { signal: over.signal }).catch(() => {});
    else if (step === 'FIN') socket.end();
    else if (!socket.write(step)) await Promise.race([once(socket, 'drain'), aborted(over.signal)]).catch(() => {});
  }
  if (!over.signal.aborted) await sleep(patience, undefined, { signal: over.signal }).catch(() => {});
  socket.destroy();
  return { ...readAnswer(Buffer.concat(chunks)), closed, ms: performance.now() - began };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The first answer in these bytes. */
function readAnswer(raw: Buffer): Omit<WireAnswer, 'closed' | 'ms'> {
  const end = raw.indexOf(headEnd);
  const [line = '', ...lines] = raw.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 1).trim()]),
  );
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0);
  const rest = raw.subarray(end < 0 ? raw.length : end + headEnd.length);
  const body = headers.get('transfer-encoding') === 'chunked' ? unchunk(rest) : rest.subarray(0, lengthOf(headers));
  return { status, headers, body, raw };
}

/** How to tell the end of the answer that begins with these bytes; undefined while its head is not whole. */
function endOf(raw: Buffer): ((chunk: Buffer, size: number) => boolean) | undefined {
  const end = raw.indexOf(headEnd);
  if (end < 0) return undefined;
  const { headers } = readAnswer(raw);
  if (headers.get('transfer-encoding') === 'chunked') {
    let tail = '';
    return (chunk) => {
      tail = (tail + chunk.subarray(-lastChunk.length).toString('latin1')).slice(-lastChunk.length);
      return tail === lastChunk;
    };
  }
  const length = lengthOf(headers);
  return (_, size) => length !== undefined && size - end - headEnd.length >= length;
}

function lengthOf(headers: ReadonlyMap<string, string>): number | undefined {
  const text = headers.get('content-length');
  return text === undefined ? undefined : Number(text);
}

function unchunk(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd < 0 ? 0 : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

export type Header = readonly [name: string, value: string];

/** One request as a client library would write it, with a length and the wish to close; `headers` come as they are. */
export function httpRequest(
  method: string,
  path: string,
  headers: readonly Header[],
  body: Buffer | string = '',
): Buffer {
  const bytes = Buffer.from(body);
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const own: Header[] = [
    ['host', 'gateway.test'],
    ['connection', 'close'],
  ];
  if (bytes.length > 0 && !given.has('transfer-encoding')) own.push(['content-length', String(bytes.length)]);
  const lines = [...own.filter(([name]) => !given.has(name)), ...headers].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), bytes]);
}
