import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { lingerOverUploads } from './lingering-close.ts';

const limitBytes = 1_024;
const app = fastify({ bodyLimit: limitBytes, forceCloseConnections: true });

before(async () => {
  lingerOverUploads(app);
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === undefined) return reply.header('connection', 'close').code(401).send('who?');
    return undefined;
  });
  app.post('/', async () => 'taken');
  await app.listen({ port: 0, host: '127.0.0.1' });
});
after(() => app.close());

function connected() {
  return connect((app.server.address() as AddressInfo).port, '127.0.0.1');
}

function head(length: number, more = ''): string {
  return `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;
}

for (const [refused, more, answer] of [
  ['without a key', '', /^HTTP\/1\.1 401 .*\r\n\r\nwho\?$/s],
  ['too large', 'Authorization: x\r\n', /^HTTP\/1\.1 413 .*Payload Too Large.*\}$/s],
] as const) {
  test(`a client that sends all of an upload before it reads gets its answer: ${refused}`, async () => {
    const [piece, pieces] = [Buffer.alloc(65_536, 'a'), 32];
    const socket = connected();
    socket.pause();
    const failed = once(socket, 'error').then(([error]) => assert.fail(error));
    failed.catch(() => {});
    socket.write(head(piece.length * pieces, more));
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
    assert.match(text, answer);
  });
}

test('the answer is there before the upload is over, and who leaves then is not waited for', async () => {
  const socket = connected();
  socket.write(head(1e9));
  const [bytes] = await once(socket.setEncoding('latin1'), 'data');
  assert.match(bytes, /^HTTP\/1\.1 401 .*connection: close\r\n.*who\?$/is);
  socket.destroy();
  while (await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))) await sleep(10);
});

test('an upload that does not end is cut off after a while', async () => {
  const socket = connected();
  socket.on('error', () => {});
  socket.write(head(1e9));
  socket.resume();
  const dripping = setInterval(() => socket.write('a'), 100);
  await once(socket, 'close');
  clearInterval(dripping);
});
