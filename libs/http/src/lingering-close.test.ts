import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadFirst } from '@switchyard/testing';
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

const endless = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n';

for (const [refused, more, answer] of [
  ['without a key', '', /^HTTP\/1\.1 401 .*\r\n\r\nwho\?$/s],
  ['too large', 'Authorization: x\r\n', /^HTTP\/1\.1 413 .*Payload Too Large.*\}$/s],
] as const) {
  test(`a client that sends all of an upload before it reads gets its answer: ${refused}`, async () => {
    const { port } = app.server.address() as AddressInfo;
    assert.match(await uploadFirst(port, '/', `Content-Type: application/json\r\n${more}`), answer);
  });
}

test('the answer is there before the upload is over, and who leaves then is not waited for', async () => {
  const socket = connected();
  socket.write(endless);
  const [bytes] = await once(socket.setEncoding('latin1'), 'data');
  assert.match(bytes, /^HTTP\/1\.1 401 .*connection: close\r\n.*who\?$/is);
  socket.destroy();
  while (await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))) await sleep(10);
});

test('an upload that does not end is cut off after a while', async () => {
  const socket = connected();
  socket.on('error', () => {});
  socket.write(endless);
  socket.resume();
  const dripping = setInterval(() => socket.write('a'), 100);
  await once(socket, 'close');
  clearInterval(dripping);
});
