import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@switchyard/log';
import Fastify from 'fastify';
import { Acceptors } from './acceptors.ts';

const log = createLogger({ service: 'relay', level: 'silent' });
const place = { host: '127.0.0.1', port: 0 };
const clients = 320;
const turnMs = 5;

/** What a test that fails leaves open is closed behind it. */
async function opened(t: TestContext, port = 0) {
  const app = Fastify();
  app.get('/', async () => 'here');
  const [address, acceptors] = await Acceptors.open(app, { ...place, port }, log);
  const close = () => Promise.all([app.close(), acceptors.close()]);
  t.after(() => {
    app.server.closeAllConnections();
    return close();
  });
  return { app, address, close, port: (app.server.address() as AddressInfo).port };
}

test('a relay whose event loop takes its time takes in many connections in each turn', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const { app, port } = await opened(t);
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
  t.after(() => client.kill());
  while (taken < clients) {
    for (const end = performance.now() + turnMs; performance.now() < end; );
    turns++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const took = lastAt - firstAt;
  assert.ok(took < clients / 3, `${clients} connections took ${took} turns`);
});

test('requests are answered whichever socket took their connection', async (t) => {
  const { address } = await opened(t);
  const headers = { connection: 'close' };
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => fetch(address, { headers }).then((a) => a.text())),
  );
  assert.deepEqual(new Set(answers), new Set(['here']));
});

test('an address on which somebody listens is refused, also when that is another relay', async (t) => {
  const { close, port } = await opened(t);
  await assert.rejects(opened(t, port), { code: 'EADDRINUSE' });
  await close();
  await opened(t, port);
});

test('after the end nobody is taken in, and it waits for those that are there', async (t) => {
  const { app, close, port } = await opened(t);
  const visitors = Array.from({ length: 64 }, () => connect(port, '127.0.0.1'));
  for (let taken = 0; taken < visitors.length; taken++) await once(app.server, 'connection');
  // Node closes a connection on which nothing was asked.
  for (const visitor of visitors) visitor.write('G');
  await sleep(100);
  let over = false;
  const closing = close().then(() => {
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
