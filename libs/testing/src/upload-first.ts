import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const piece = Buffer.alloc(65_536, 'a');
const pieces = 64;

/**
 * What a client hears that sends all of an upload before it reads, as many do. `headLines`: besides those of the body, each with its line
 * end. Fails when the connection does.
 */
export async function uploadFirst(port: number, path: string, headLines = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1').pause();
  const failed = once(socket, 'error').then(([error]) => assert.fail(error));
  failed.catch(() => {});
  const length = piece.length * pieces;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headLines}Content-Length: ${length}\r\n\r\n`);
  for (let sent = 0; sent < pieces; sent++) {
    await sleep(5);
    socket.write(piece);
  }
  let text = '';
  socket.setEncoding('latin1').on('data', (bytes: string) => {
    text += bytes;
  });
  socket.resume();
  await Promise.race([once(socket, 'close'), failed]);
  return text;
}
