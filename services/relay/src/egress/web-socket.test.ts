import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, mock, test } from 'node:test';
import { parseCidrs } from '@switchyard/http';
import { type FakeRealtime, fakeRealtime } from '@switchyard/testing/hosts/realtime';
import { WebSocketServer } from 'ws';
import { dial, NotUpgraded } from './dial.ts';
import { SocketEnd } from './socket-end.ts';
import { webSocketOpener } from './web-socket.ts';

const loopback = parseCidrs('127.0.0.0/8');
const never = new AbortController().signal;
const connectMs = 5_000;
const headers = ['authorization', 'Bearer sk-upstream'];

let host: FakeRealtime;
before(async () => {
  host = await fakeRealtime('sk-upstream');
});
after(() => host.close());
const address = () => new URL(`${host.url}/v1/realtime?model=x`);

test('what a host says before anybody listens is not lost', async () => {
  const call = { url: address(), headers, proxy: undefined, connectMs };
  const end = await dial(webSocketOpener(loopback)(call), 5_000, never);
  for (let i = 0; i < 3; i++) host.sessions.at(-1)?.send({ type: 'more', i });
  const heard: string[] = [];
  await new Promise<void>((resolve) =>
    end.listen({
      onMessage: ({ data }) => heard.push(JSON.parse(String(data)).type) === 4 && resolve(),
      onClose: () => {},
    }),
  );
  assert.deepEqual(heard, ['session.created', 'more', 'more', 'more']);
  end.close(1000);
});

test('addresses that are not public are refused when connecting', async () => {
  const call = { url: address(), headers, proxy: undefined, connectMs };
  await assert.rejects(dial(webSocketOpener(parseCidrs(''))(call), 5_000, never), { name: 'AddressRefused' });
});

test('a refusal of the handshake is told with status and body', async () => {
  const call = { url: address(), headers: [], proxy: undefined, connectMs };
  await assert.rejects(
    dial(webSocketOpener(loopback)(call), 5_000, never),
    (error) => error instanceof NotUpgraded && error.status === 401 && /Incorrect API key/.test(error.body),
  );
});

test("a channel's proxy makes the connection, with the name and password of its address", async (t) => {
  const asked: unknown[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url = '', headers: said }, socket) => {
    asked.push([url, said['proxy-authorization']]);
    if (!said['proxy-authorization']) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const upstream = connect(Number(url.split(':')[1]), url.split(':')[0]);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(upstream).pipe(socket);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  t.after(() => proxy.close());
  const at = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const open = webSocketOpener(parseCidrs(''));
  const through = (proxied: string) => dial(open({ url: address(), headers, proxy: proxied, connectMs }), 5_000, never);
  const end = await through(`http://ada:p%40ss@${at}`);
  assert.match(String(end.first?.data), /session\.created/);
  end.close(1000);
  assert.deepEqual(asked, [[address().host, `Basic ${Buffer.from('ada:p@ss').toString('base64')}`]]);
  await assert.rejects(through(`http://${at}`), /status 407/);
  await assert.rejects(through('socks5://127.0.0.1:1'), /HTTP proxies only/);
});

test('a dial that is given up hangs up', async () => {
  host.greeting = 'silence';
  const giving = new AbortController();
  const call = { url: address(), headers, proxy: undefined, connectMs };
  const socket = webSocketOpener(loopback)(call);
  const dialling = dial(socket, 5_000, giving.signal);
  await once(socket, 'open');
  giving.abort(new Error('stopping'));
  await assert.rejects(dialling, /stopping/);
});

test('a side that says nothing is asked for a sign of life, and given up when none comes', async (t) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const url = new URL(`ws://127.0.0.1:${port}/`);
  const connected = once(server, 'connection');
  const socket = webSocketOpener(loopback)({ url, headers: [], proxy: undefined, connectMs });
  const [other] = await connected;
  await once(socket, 'open');
  const end = new SocketEnd(socket);
  const start = performance.now();
  const asked = once(other, 'ping');
  assert.equal(end.isAlive(start + 21_000), true);
  await asked;
  assert.equal(end.isAlive(start + 61_000), false);
  // A side that we do not read cannot be heard.
  end.hold();
  assert.equal(end.isAlive(start + 61_000), true);
  const later = mock.method(performance, 'now', () => start + 60_000);
  end.listen({ onMessage: () => {}, onClose: () => {} });
  other.pong();
  await once(socket, 'pong');
  assert.equal(end.isAlive(start + 61_000), true);
  later.mock.restore();
  other.terminate();
});
