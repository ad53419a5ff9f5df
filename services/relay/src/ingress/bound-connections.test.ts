import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { createLogger } from '@switchyard/log';
import Fastify from 'fastify';
import { waitFor } from '../harness/gateway.ts';
import { boundConnections } from './bound-connections.ts';

const log = createLogger({ service: 'relay', level: 'silent' });
const most = 2;

test('clients who hold connections and ask nothing keep nobody else out for longer than they stay', async (t) => {
  const app = Fastify();
  app.get('/', async () => 'here');
  boundConnections(app.server, most, log);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const ask = () =>
    fetch(address, { headers: { connection: 'close' } }).then(
      (answer) => answer.text(),
      () => 'turned away',
    );
  const connections = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));

  const idle = Array.from({ length: most }, () => connect(port, '127.0.0.1'));
  t.after(() => {
    for (const socket of idle) socket.destroy();
    return app.close();
  });
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  await waitFor(async () => (await connections()) === most || undefined);
  for (let turn = 0; turn < 3; turn++) assert.equal(await ask(), 'turned away');
  await waitFor(async () => (await connections()) === most || undefined);

  idle[0]?.destroy();
  await waitFor(async () => (await connections()) === most - 1 || undefined);
  for (let turn = 0; turn < 3; turn++) assert.equal(await ask(), 'here');
});
