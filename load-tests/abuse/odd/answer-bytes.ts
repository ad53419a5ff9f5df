import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OddAnswer } from '../odd-host.ts';
import { type Dialect, dialects, wireOf } from '../wire-answers.ts';

export const json = 'application/json';
export const events = 'text/event-stream';
export const megabyte = 1_048_576;

/** A whole answer of HTTP with these bytes, and the end of the connection. */
export function whole(body: Buffer | string, type: string, status = '200 OK', more = ''): OddAnswer {
  const bytes = Buffer.from(body);
  return (socket) => {
    socket.write(`HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\n${more}\r\n`);
    socket.end(bytes);
  };
}

/** The usual answer, but for the changes. */
export function usual(dialect: Dialect, stream: boolean, change: (text: string) => string = (text) => text): OddAnswer {
  const { body, type } = wireOf(dialect, stream);
  return whole(change(body), type);
}

/** Nothing but this, and the end of the connection. */
export function raw(text: string): () => OddAnswer {
  return () => (socket) => void socket.end(text);
}

/** The pieces that become of the usual events; a number is a pause in milliseconds. */
export function asStream(
  change: (pieces: readonly string[], dialect: Dialect) => readonly (string | number | Buffer)[],
): (dialect: Dialect) => OddAnswer {
  return (dialect) => untilClose(change(dialects[dialect].events, dialect), events);
}

/** Bytes until the connection ends, as HTTP/1.0 would say it. */
function untilClose(pieces: readonly (Buffer | string | number)[], type: string): OddAnswer {
  return async (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`);
    for (const piece of pieces) {
      if (socket.destroyed) return;
      if (typeof piece === 'number') await sleep(piece);
      else if (!socket.write(piece)) await drained(socket);
    }
    socket.end();
  };
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', resolve);
  });
}
