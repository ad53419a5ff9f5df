import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Long enough for bytes to come on this machine, were they let through. */
const momentMs = 100;

let proxy: TcpProxy;
const accepted: Socket[] = [];
const server = createServer({ allowHalfOpen: true }, (socket) => accepted.push(socket));
const opened: End[] = [];

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startTcpProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
});
beforeEach(() => proxy.set({}));
after(async () => {
  for (const { socket } of opened) socket.destroy();
  await proxy.close();
  server.close();
});

/** One end of a connection, and all that came to it. */
class End {
  readonly socket: Socket;
  text = '';
  ended: 'fin' | 'reset' | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.text += chunk;
    });
    socket.once('end', () => {
      this.ended = 'fin';
    });
    socket.once('error', () => {
      this.ended = 'reset';
    });
    opened.push(this);
  }
}

async function open(): Promise<{ client: End; far: End }> {
  const accepting = once(server, 'connection') as Promise<[Socket]>;
  const client = new End(connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true }));
  await once(client.socket, 'connect');
  return { client, far: new End((await accepting)[0]) };
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !condition(); await sleep(5)) assert.ok(Date.now() < end, String(condition));
}

test('without toxics bytes and ends pass both ways, whatever their size', async () => {
  const { client, far } = await open();
  const large = 'x'.repeat(5_000_000);
  client.socket.write(large);
  far.socket.end('bye');
  await until(() => far.text === large && client.text === 'bye' && client.ended === 'fin');
  client.socket.end('last');
  await until(() => far.text.endsWith('last') && far.ended === 'fin');
});

test('latency delays every byte and the end, in their order', async () => {
  const { client, far } = await open();
  await proxy.set({ upstream: { latencyMs: 200 } });
  const began = performance.now();
  client.socket.write('a');
  await sleep(50);
  client.socket.end('b');
  far.socket.write('at once');
  await until(() => client.text === 'at once');
  assert.equal(far.text, '', 'the other way goes first');
  await until(() => far.ended === 'fin');
  assert.equal(far.text, 'ab');
  assert.ok(performance.now() - began >= 245);
});

test('swallowed bytes never come; the other way goes on; the torn connection is reset when the toxic ends', async () => {
  const { client, far } = await open();
  await proxy.set({ downstream: { timeout: true } });
  far.socket.write('lost');
  client.socket.write('question');
  await until(() => far.text === 'question');
  await sleep(momentMs);
  assert.deepEqual([client.text, client.ended], ['', undefined]);
  await proxy.set({});
  await until(() => client.ended === 'reset' && far.ended === 'reset');
  assert.equal(client.text, '');
});

test('stalled bytes come when the toxic ends', async () => {
  const { client, far } = await open();
  await proxy.set({ upstream: { stall: true } });
  client.socket.end('late');
  await sleep(momentMs);
  assert.deepEqual([far.text, far.ended], ['', undefined]);
  await proxy.set({});
  await until(() => far.text === 'late' && far.ended === 'fin');
});

test('half-open: one side is gone and the other never hears of it', async () => {
  const { client, far } = await open();
  await proxy.set({ upstream: { halfOpen: true }, downstream: { halfOpen: true } });
  client.socket.write('then silence');
  await until(() => far.text === 'then silence');
  client.socket.resetAndDestroy();
  far.socket.write('into the void');
  await sleep(momentMs);
  assert.equal(far.ended, undefined);
});

test('forgotten connections stay silent, also when toxics are taken away, and new ones work', async () => {
  const { client, far } = await open();
  proxy.forget();
  await proxy.set({});
  client.socket.end('lost');
  const next = await open();
  next.client.socket.write('heard');
  await until(() => next.far.text === 'heard');
  await sleep(momentMs);
  assert.deepEqual([far.text, far.ended], ['', undefined]);
});

test('down refuses connections and resets open ones; later the same port answers again', async () => {
  const { client } = await open();
  await proxy.set({ down: true });
  await until(() => client.ended === 'reset');
  const refused = connect({ port: proxy.port, host: '127.0.0.1' });
  const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException];
  assert.equal(error.code, 'ECONNREFUSED');
  await proxy.set({});
  const next = await open();
  next.far.socket.write('back');
  await until(() => next.client.text === 'back');
});
