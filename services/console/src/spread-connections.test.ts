import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, mock, test } from 'node:test';
import { Pool } from 'undici';
import { spreadConnections } from './spread-connections.ts';

const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
const servers: Server[] = [];
let port = 0;

before(async () => {
  for (const address of addresses) {
    const server = createServer((_request, response) => response.end(address)).listen(port, address);
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  // A name that leads to several hosts, as in a network of containers. The order is the same each time.
  mock.method(dns, 'lookup', (_name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  });
});
after(() => {
  mock.reset();
  for (const server of servers) server.close();
});

/** Who answers as many calls at once, each with a connection of its own. */
async function whoAnswers(calls: number): Promise<string[]> {
  const pool = new Pool(`http://relay:${port}`, { connect: spreadConnections() });
  const answers = Array.from({ length: calls }, async () => {
    const { body } = await pool.request({ path: '/', method: 'GET' });
    return body.text();
  });
  const hosts = await Promise.all(answers);
  await pool.close();
  return hosts.toSorted();
}

test('connections spread evenly over all hosts of a name', async () => {
  assert.deepEqual(await whoAnswers(6), [...addresses, ...addresses].toSorted());
});

test('a host that is gone is passed by', async () => {
  await new Promise((resolve) => servers[0]?.close(resolve));
  const hosts = await whoAnswers(6);
  assert.equal(hosts.length, 6);
  assert.ok(!hosts.includes('127.0.0.1'), hosts.join());
});
