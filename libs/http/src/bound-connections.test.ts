import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { boundConnections } from './bound-connections.ts';

const most = 2;

test('clients who hold connections and ask nothing keep nobody else out for longer than they stay', async (t) => {
  const app = Fastify();
  app.get('/', async () => 'here');
  const warnings: string[] = [];
  boundConnections(app.server, most, (message) => warnings.push(message));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const ask = () =>
    fetch(address, { headers: { connection: 'close' } }).then(
      (answer) => answer.text(),
      () => 'turned away',
    );
  const connected = async (wanted: number) => {
    const connections = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
    while ((await connections()) !== wanted) await sleep(10);
  };

  const idle = Array.from({ length: most }, () => connect(port, '127.0.0.1'));
  t.after(() => {
    for (const socket of idle) socket.destroy();
    return app.close();
  });
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  await connected(most);
  for (let turn = 0; turn < 3; turn++) assert.equal(await ask(), 'turned away');
  await connected(most);

  idle[0]?.destroy();
  await connected(most - 1);
  for (let turn = 0; turn < 3; turn++) assert.equal(await ask(), 'here');
  assert.equal(warnings.length, 1, 'told once');
});
