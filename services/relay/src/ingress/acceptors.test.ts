import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@switchyard/log';
import Fastify from 'fastify';
import { Acceptors } from './acceptors.ts';

const log = createLogger({ service: 'relay', level: 'silent' });
const place = { host: '127.0.0.1', port: 0 };
const clients = 320;
const turnMs = 5;

async function opened(port = 0) {
  const app = Fastify();
  app.get('/', async () => 'here');
  const [address, acceptors] = await Acceptors.open(app, { ...place, port }, log);
  return { app, address, acceptors, port: (app.server.address() as AddressInfo).port };
}

test('a relay whose event loop takes its time takes in many connections in each turn', {
  skip: process.platform !== 'linux',
}, async () => {
  const { app, acceptors, port } = await opened();
  let turns = 0;
  let [taken, firstAt, lastAt] = [0, 0, 0];
  app.server.on('connection', (socket) => {
    socket.on('error', () => {});
    firstAt ||= turns;
    lastAt = turns;
    taken++;
  });
  const client = spawn(process.execPath, [
    '--eval',
    `for (let n = 0; n < ${clients}; n++) require('net').connect(${port}, '127.0.0.1')`,
  ]);
  while (taken < clients) {
    for (const end = performance.now() + turnMs; performance.now() < end; );
    turns++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  client.kill();
  await Promise.all([app.close(), acceptors.close()]);
  const took = lastAt - firstAt;
  assert.ok(took < clients / 3, `${clients} connections took ${took} turns`);
});

test('requests are answered whichever socket took their connection', async () => {
  const { app, address, acceptors } = await opened();
  const headers = { connection: 'close' };
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => fetch(address, { headers }).then((a) => a.text())),
  );
  assert.deepEqual(new Set(answers), new Set(['here']));
  await Promise.all([app.close(), acceptors.close()]);
});

test('an address on which somebody listens is refused, also when that is another relay', async () => {
  const { app, acceptors, port } = await opened();
  await assert.rejects(opened(port), { code: 'EADDRINUSE' });
  await Promise.all([app.close(), acceptors.close()]);
  const again = await opened(port);
  await Promise.all([again.app.close(), again.acceptors.close()]);
});

test('after the end nobody is taken in, and it waits for those that are there', async () => {
  const { app, acceptors, port } = await opened();
  const visitors = Array.from({ length: 64 }, () => connect(port, '127.0.0.1'));
  for (let taken = 0; taken < visitors.length; taken++) await once(app.server, 'connection');
  // Node closes a connection on which nothing was asked.
  for (const visitor of visitors) visitor.write('G');
  await sleep(100);
  let over = false;
  const closing = Promise.all([app.close(), acceptors.close()]).then(() => {
    over = true;
  });
  // Sockets close one after the other: until the last has, somebody may still be taken in.
  for (let code = ''; code !== 'ECONNREFUSED'; ) {
    const late = connect(port, '127.0.0.1');
    code = await once(late, 'connect').then(
      () => '',
      (error) => error.code,
    );
    late.destroy();
  }
  assert.equal(over, false);
  for (const visitor of visitors) visitor.destroy();
  await closing;
});
