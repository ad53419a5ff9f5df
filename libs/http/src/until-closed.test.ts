import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { spareUnreadAnswers } from './spare-unread-answers.ts';
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

test('an answer that its client reads slowly is not cut off', async () => {
  const size = 20_000_000;
  const server = createServer((_, response) => response.end(Buffer.alloc(size)));
  spareUnreadAnswers(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n');
  await once(client, 'readable');
  const closed = untilClosed(server, new Promise((resolve) => server.close(resolve)));
  await sleep(200);
  let received = 0;
  for await (const chunk of client) received += chunk.length;
  await closed;
  assert.ok(received > size, `${received} bytes`);
});
