import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { untilClosed } from './until-closed.ts';

test('an answer under way ends whole, and then its connection does not hold the server open', async () => {
  const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) => {
    response.write('first ');
    setTimeout(() => response.end('last'), 200);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });
  const [response] = (await once(get({ port: (server.address() as AddressInfo).port, agent }), 'response')) as [
    IncomingMessage,
  ];
  const began = performance.now();
  const closed = untilClosed(server, new Promise((resolve) => server.close(resolve)));
  let body = '';
  for await (const chunk of response) body += chunk;
  await closed;
  assert.equal(body, 'first last');
  assert.ok(performance.now() - began < 5_000);
  agent.destroy();
});
