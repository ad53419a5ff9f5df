import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { parseCidrs } from '@switchyard/http';
import { Pools } from './pools.ts';

/** As they stand in a ClientHello (RFC 7301): their length, then their name. */
const http2 = Buffer.from('\x02h2');
const http1 = Buffer.from('\x08http/1.1');

/** The first bytes that a call to an origin of this scheme sends, which greet TLS. */
async function greeting(scheme: 'https' | 'wss'): Promise<Buffer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pools = new Pools(parseCidrs('127.0.0.0/8'));
  const { port } = server.address() as { port: number };
  const pool = pools.poolFor(`${scheme}://127.0.0.1:${port}`, undefined, 5_000);
  const refused = pool.request({ path: '/', method: 'GET' }).catch(() => {});
  const [socket] = (await once(server, 'connection')) as [Socket];
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  server.close();
  await pools.close();
  await refused;
  return bytes;
}

test('hosts are asked for HTTP/1.1 and nothing else, also where a WebSocket begins', async () => {
  for (const scheme of ['https', 'wss'] as const) {
    const bytes = await greeting(scheme);
    assert.deepEqual([bytes.includes(http1), bytes.includes(http2)], [true, false], scheme);
  }
});

test('what a proxy has not taken of a request stays as it was sent, though its answer is there and its memory serves another', async (t) => {
  const proxy = createServer({ pauseOnConnect: true });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as { port: number };
  const pools = new Pools(parseCidrs('127.0.0.0/8'));
  t.after(async () => {
    await pools.close();
    proxy.close();
  });
  const origin = 'http://host.example';
  const pool = pools.poolFor(origin, `http://127.0.0.1:${port}`, 5_000);
  const accepted = once(proxy, 'connection') as Promise<[Socket]>;
  // More than the system takes for one who does not read.
  const body = Buffer.alloc(32 * 1_048_576, 'a');
  const answer = pool.request({ origin, path: '/', method: 'POST', headers: ['content-type', 'text/plain'], body });
  const [socket] = await accepted;
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  assert.equal(await (await answer).body.text(), 'ok');
  body.fill('b');
  let received = 0;
  for await (const bytes of socket) {
    assert.ok(!bytes.includes('bbbb'), `after ${received} bytes`);
    received += bytes.length;
    if (received > body.length) break;
  }
});
