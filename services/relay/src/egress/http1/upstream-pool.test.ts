import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { buildConnector, type Dispatcher } from 'undici';
import { waitFor } from '../../harness/gateway.ts';
import { MalformedAnswer } from './response-head.ts';
import { type CallOptions, type KeptHead, UpstreamPool } from './upstream-pool.ts';

/** A connection as the host has it, with all that came on it. */
interface Connection {
  readonly socket: Socket;
  received: string;
  open: boolean;
}

interface Host {
  readonly origin: string;
  readonly connections: Connection[];
}

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A host that does with each piece of what it gets what the test says. */
async function startHost(
  heard: (connection: Connection, piece: string) => void = () => {},
  server: Server = createServer(),
): Promise<Host> {
  const connections: Connection[] = [];
  const isTls = 'addContext' in server;
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    const connection = { socket, received: '', open: true };
    connections.push(connection);
    socket.on('error', () => {});
    socket.on('close', () => {
      connection.open = false;
    });
    socket.on('data', (bytes) => {
      const piece = bytes.toString('latin1');
      connection.received += piece;
      heard(connection, piece);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => {
    for (const { socket } of connections) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { origin: `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`, connections };
}

/** One that answers each request with this text, as soon as its body `{}` is there. */
function answering(text: string): Promise<Host> {
  return startHost(({ socket, received }) => {
    if (received.endsWith('{}')) socket.write(text);
  });
}

function openPool({ origin }: Host, options: buildConnector.BuildOptions = {}): UpstreamPool {
  const pool = new UpstreamPool(origin, (reading) =>
    buildConnector({ allowH2: false, timeout: 5_000, ...options, ...reading }),
  );
  endings.push(() => pool.destroy());
  return pool;
}

interface Call {
  controller: Dispatcher.DispatchController;
  status: number;
  headers: Record<string, unknown>;
  body: string;
  /** Resolves when it has ended, rejects when it has failed. */
  readonly over: Promise<void>;
}

interface Asked {
  readonly path?: string;
  readonly headers?: readonly string[];
  readonly body?: Buffer;
  readonly keptHead?: KeptHead;
  readonly begun?: (controller: Dispatcher.DispatchController) => void;
}

const json = ['content-type', 'application/json'];

function ask(
  pool: UpstreamPool,
  { path = '/v1/chat', headers = json, body = Buffer.from('{}'), keptHead, begun }: Asked = {},
): Call {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => {});
  const call: Call = {
    controller: undefined as unknown as Dispatcher.DispatchController,
    status: 0,
    headers: {},
    body: '',
    over: promise,
  };
  const options: CallOptions = { path, method: 'POST', headers: headers as string[], body, keptHead };
  pool.dispatch(options, {
    onRequestStart(controller) {
      call.controller = controller;
      begun?.(controller);
    },
    onResponseStart(_controller, status, heard) {
      call.status = status;
      call.headers = heard;
    },
    onResponseData(_controller, piece) {
      call.body += piece.toString('latin1');
    },
    onResponseEnd: () => resolve(),
    onResponseError: (_controller, error) => reject(error),
  });
  return call;
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

async function answered(call: Call): Promise<string> {
  await call.over;
  return `${call.status} ${call.body}`;
}

/** What was asked before the second request, and on how many connections both came. */
async function askTwice(host: Host, pause = 20): Promise<number> {
  const pool = openPool(host);
  await answered(ask(pool));
  await sleep(pause);
  await answered(ask(pool));
  return host.connections.length;
}

describe('a connection is used again', () => {
  test('for one request after the other, each with its own head and body', async () => {
    const host = await answering(ok);
    const pool = openPool(host);
    assert.equal(await answered(ask(pool)), '200 ok');
    assert.equal(await answered(ask(pool, { path: '/other?a=1', headers: ['x-a', 'b'] })), '200 ok');
    const { host: name } = new URL(host.origin);
    assert.deepEqual(
      host.connections.map(({ received }) => received),
      [
        `POST /v1/chat HTTP/1.1\r\nhost: ${name}\r\nconnection: keep-alive\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}` +
          `POST /other?a=1 HTTP/1.1\r\nhost: ${name}\r\nconnection: keep-alive\r\nx-a: b\r\ncontent-length: 2\r\n\r\n{}`,
      ],
    );
  });

  test('also by whoever asks in the moment in which an answer ends', async () => {
    const host = await answering(ok);
    const pool = openPool(host);
    const first = ask(pool);
    const second = await first.over.then(() => ask(pool));
    assert.equal(await answered(second), '200 ok');
    assert.equal(host.connections.length, 1);
  });

  test('after an answer that was paused', async () => {
    const host = await answering(ok);
    const pool = openPool(host);
    const first = ask(pool, { begun: (controller) => controller.pause() });
    await sleep(50);
    assert.equal(first.status, 0);
    first.controller.resume();
    assert.equal(await answered(first), '200 ok');
    assert.equal(await answered(ask(pool)), '200 ok');
    assert.equal(host.connections.length, 1);
  });

  test('but not by two at a time', async () => {
    const host = await answering(ok);
    const pool = openPool(host);
    const calls = [ask(pool), ask(pool), ask(pool)];
    for (const call of calls) assert.equal(await answered(call), '200 ok');
    assert.equal(host.connections.length, 3);
  });

  test('by the next one, when its call was given up before it stood', async () => {
    const host = await answering(ok);
    const pool = openPool(host);
    const given = ask(pool);
    given.controller.abort(new Error('given up'));
    await assert.rejects(given.over, /given up/);
    await waitFor(() => host.connections[0]);
    await sleep(20);
    assert.equal(await answered(ask(pool)), '200 ok');
    assert.deepEqual(
      host.connections.map(({ received }) => received.split('POST').length - 1),
      [1],
    );
  });
});

describe('a connection is not used again', () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n';
  const answers: Readonly<Record<string, string>> = {
    'when the host says that it closes': `${head}connection: close\r\n\r\nok`,
    'when something comes behind the answer': `${head}\r\nokHTTP/1.1 200 OK\r\n`,
    'when the host keeps it so briefly that the next call might meet its end': `${head}keep-alive: timeout=2\r\n\r\nok`,
    'when the host speaks HTTP/1.0': 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok',
  };
  for (const [name, text] of Object.entries(answers)) {
    test(name, async () => {
      const host = await answering(text);
      assert.equal(await askTwice(host), 2);
      assert.equal(host.connections[0]?.open, false);
    });
  }

  test('when something comes while nobody asks', async () => {
    const host = await startHost(({ socket, received }) => {
      if (!received.endsWith('{}')) return;
      socket.write(ok);
      setTimeout(() => socket.write(ok), 10);
    });
    assert.equal(await askTwice(host, 50), 2);
  });

  test('when the host has closed it', async () => {
    const host = await startHost(({ socket, received }) => {
      if (!received.endsWith('{}')) return;
      socket.write(ok);
      setTimeout(() => socket.end(), 10);
    });
    assert.equal(await askTwice(host, 50), 2);
  });

  test('when the host answered before it had the whole body', async () => {
    const host = await startHost(({ socket, received }) => {
      socket.pause();
      if (received.startsWith('POST')) socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno');
    });
    const pool = openPool(host);
    assert.equal(await answered(ask(pool, { body: Buffer.alloc(64 * 1_048_576) })), '413 no');
    host.connections[0]?.socket.resume();
    await waitFor(() => (host.connections[0]?.open === false ? true : undefined));
    assert.equal(await answered(ask(pool)), '413 no');
    assert.equal(host.connections.length, 2);
  });

  test('when the time is over for which the host keeps it', async () => {
    const host = await answering(`${head}keep-alive: timeout=3\r\n\r\nok`);
    const pool = openPool(host);
    await answered(ask(pool));
    assert.equal(host.connections[0]?.open, true);
    await sleep(2_300);
    assert.equal(host.connections[0]?.open, false, 'closed by then, before the host does it');
  });
});

describe('a call fails', () => {
  test('when nobody listens', async () => {
    const host = await startHost();
    const pool = openPool({ ...host, origin: 'http://127.0.0.1:1' });
    await assert.rejects(ask(pool).over, { code: 'ECONNREFUSED' });
  });

  const cuts: Readonly<Record<string, string>> = {
    'before an answer': '',
    'in the middle of a head': 'HTTP/1.1 200 OK\r\ncontent-le',
    'in the middle of a body': 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nok',
    'in the middle of a chunk': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nok',
    'before the last chunk': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n',
  };
  for (const [name, text] of Object.entries(cuts)) {
    test(`when its connection ends ${name}`, async () => {
      const host = await startHost(({ socket, received }) => {
        if (received.endsWith('{}')) socket.end(text);
      });
      await assert.rejects(ask(openPool(host)).over, { code: 'ECONNRESET' });
    });
  }

  test('when its connection is reset, also in an answer that its end would end', async () => {
    const host = await startHost(({ socket, received }) => {
      if (!received.endsWith('{}')) return;
      socket.write('HTTP/1.1 200 OK\r\n\r\nok');
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
    const call = ask(openPool(host));
    await assert.rejects(call.over, { code: 'ECONNRESET' });
    assert.equal(call.body, 'ok');
  });

  test('when the answer is none, and its connection ends', async () => {
    const host = await answering('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\nok');
    await assert.rejects(ask(openPool(host)).over, MalformedAnswer);
    await waitFor(() => (host.connections[0]?.open === false ? true : undefined));
  });

  test('once: what comes behind its failure is not heard', async () => {
    const host = await startHost(({ socket }) => setTimeout(() => socket.write(ok), 100));
    const pool = openPool(host);
    const call = ask(pool);
    await waitFor(() => host.connections[0]?.received);
    call.controller.abort(new Error('given up'));
    await assert.rejects(call.over, /given up/);
    await waitFor(() => (host.connections[0]?.open === false ? true : undefined));
    assert.deepEqual([call.status, call.body], [0, '']);
    assert.equal(await answered(ask(pool)), '200 ok');
  });
});

test('an answer without a length ends with its connection', async () => {
  const host = await startHost(({ socket, received }) => {
    if (!received.endsWith('{}')) return;
    socket.write('HTTP/1.1 200 OK\r\n\r\nall of ');
    setTimeout(() => socket.end('it'), 20);
  });
  assert.equal(await askTwice(host), 2);
  const call = ask(openPool(host));
  assert.equal(await answered(call), '200 all of it');
});

test('a call that is given up ends its connection', async () => {
  const host = await startHost(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n');
  });
  const call = ask(openPool(host));
  await waitFor(() => (call.body === 'ok' ? true : undefined));
  call.controller.abort(new Error('the client left'));
  await assert.rejects(call.over, /the client left/);
  assert.deepEqual([call.controller.aborted, call.controller.reason?.message], [true, 'the client left']);
  await waitFor(() => (host.connections[0]?.open === false ? true : undefined));
});

test('who pauses is sent no more than a bounded part of an endless answer, and all of it later', async () => {
  const total = 64 * 1_048_576;
  let sent = 0;
  const host = await startHost(({ socket, received }) => {
    if (!received.endsWith('{}')) return;
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${total}\r\n\r\n`);
    const piece = Buffer.alloc(65_536, 'x');
    const more = () => {
      while (sent < total) {
        sent += piece.length;
        if (!socket.write(piece)) return;
      }
    };
    socket.on('drain', more);
    more();
  });
  let heard = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let controller: Dispatcher.DispatchController | undefined;
  openPool(host).dispatch(
    { path: '/', method: 'POST', headers: json, body: Buffer.from('{}') },
    {
      onRequestStart(given) {
        controller = given;
      },
      onResponseData(given, piece) {
        if (heard === 0) given.pause();
        heard += piece.length;
      },
      onResponseEnd: () => resolve(),
      onResponseError: (_controller, error) => reject(error),
    },
  );
  await waitFor(() => (heard > 0 ? true : undefined));
  await sleep(300);
  const [heardSoFar, sentSoFar] = [heard, sent];
  await sleep(300);
  assert.ok(heard <= 65_536, `${heard} bytes were heard`);
  assert.equal(heard, heardSoFar);
  assert.equal(sent, sentSoFar, 'the host waits');
  assert.ok(sent < total / 2, `${sent} bytes were sent`);
  controller?.resume();
  await promise;
  assert.equal(heard, total);
});

test('two answers that come at the same time do not mix', async () => {
  const host = await startHost((connection, piece) => {
    const letter = /x-letter: (\w)/.exec(piece)?.[1];
    if (!letter) return;
    const { socket } = connection;
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    let left = 200;
    const more = () => {
      // Cut within a chunk and within its size.
      const chunk = `100\r\n${letter.repeat(256)}\r\n`;
      socket.write(left-- > 0 ? chunk + chunk.slice(0, 3) : `${chunk}0\r\n\r\n`);
      if (left < 0) return;
      setImmediate(() => {
        socket.write(chunk.slice(3));
        setImmediate(more);
      });
    };
    more();
  });
  const pool = openPool(host);
  const letters = ['a', 'b', 'c', 'd'];
  const calls = letters.map((letter) => ask(pool, { headers: ['x-letter', letter] }));
  for (const [at, call] of calls.entries()) {
    assert.equal(await answered(call), `200 ${(letters[at] as string).repeat(256 * 401)}`);
  }
});

test('bodies of every length arrive whole', async () => {
  for (const length of [0, 1, 16_384, 16_385, 1_000_000]) {
    const body = Buffer.from(Array.from({ length }, (_, at) => at % 256));
    const host = await startHost(({ socket, received }) => {
      if (received.length - received.indexOf('\r\n\r\n') - 4 === length) socket.write(ok);
    });
    assert.equal(await answered(ask(openPool(host), { body })), '200 ok');
    const received = host.connections[0]?.received ?? '';
    assert.match(received, new RegExp(`\r\ncontent-length: ${length}\r\n\r\n`));
    assert.ok(Buffer.from(received.slice(received.indexOf('\r\n\r\n') + 4), 'latin1').equals(body));
  }
});

describe('nothing is sent of a request that would not stay on its lines', () => {
  const refused: Readonly<Record<string, Asked>> = {
    'a path with a blank': { path: '/a b' },
    'a path with a line end': { path: '/a\r\nx: 1' },
    'a path of another origin': { path: 'http://elsewhere/' },
    'a path beyond Latin-1': { path: '/\u{4f60}' },
    'a line end in a value': { headers: ['x-a', '1\r\nx-b: 2'] },
    'a LF in a value': { headers: ['x-a', '1\nx-b: 2'] },
    'a NUL in a value': { headers: ['x-a', '\u0000'] },
    'a value beyond Latin-1': { headers: ['x-a', '\u{4f60}'] },
    'a name with a line end': { headers: ['x-a: 1\r\nx-b', '2'] },
    'a name with a colon': { headers: ['x-a:', '2'] },
    'an empty name': { headers: ['', '2'] },
    'two hosts': { headers: ['host', 'a', 'Host', 'b'] },
  };
  for (const [name, asked] of Object.entries(refused)) {
    test(name, async () => {
      const host = await answering(ok);
      await assert.rejects(ask(openPool(host), asked).over, TypeError);
      await sleep(5);
      assert.equal(host.connections.length, 0);
    });
  }

  const ours = [
    'connection',
    'keep-alive',
    'content-length',
    'transfer-encoding',
    'upgrade',
    'expect',
    'te',
    'trailer',
  ];
  for (const name of ours.flatMap((lower) => [lower, lower.toUpperCase()])) {
    test(`a header ${name}`, async () => {
      const host = await answering(ok);
      const { over } = ask(openPool(host), { headers: ['x-a', 'b', name, '5'] });
      await assert.rejects(over, {
        name: 'TypeError',
        message: `the header ${name.toLowerCase()} belongs to the connection and cannot be set`,
      });
      assert.equal(host.connections.length, 0);
    });
  }
});

test('a head that is kept is sent again for the same headers and path, and for no others', async () => {
  const host = await answering(ok);
  const pool = openPool(host);
  const keptHead: KeptHead = { head: '', headPath: '', headHeaders: [] };
  const others = [...json, 'x-other', 'yes'];
  const asked: [headers: readonly string[], path: string][] = [
    [json, '/one'],
    [json, '/one'],
    [others, '/one'],
    [others, '/two'],
    [json, '/one'],
  ];
  const texts: string[] = [];
  for (const [headers, path] of asked) {
    await answered(ask(pool, { headers, path, keptHead }));
    texts.push(keptHead.head);
  }
  const heads = host.connections.flatMap(({ received }) => received.split('{}').slice(0, -1));
  const told = heads.map((head) => [head.includes('x-other: yes\r\n') ? others : json, head.split(' ')[1]]);
  assert.deepEqual(told, asked);
  assert.equal(texts[0], texts[1]);
  assert.equal(texts[0], texts[4]);
  assert.equal(new Set(texts).size, 3);
});

test('a host among the headers stands in for that of the address', async () => {
  const host = await answering(ok);
  await answered(ask(openPool(host), { headers: ['x-a', 'b', 'Host', 'signed.example'] }));
  assert.match(host.connections[0]?.received ?? '', /^POST \/v1\/chat HTTP\/1\.1\r\nhost: signed\.example\r\n/);
  assert.equal(host.connections[0]?.received.match(/host:/gi)?.length, 1);
});

describe('a pool that is destroyed', () => {
  test('ends its connections, and what runs on them fails', async () => {
    const host = await startHost(({ socket }, piece) => {
      if (piece.includes('x-quick')) socket.write(ok);
      // Without a length: the end of the connection must not make it whole.
      else if (piece.includes('x-endless')) socket.write('HTTP/1.1 200 OK\r\n\r\nok');
    });
    const pool = openPool(host);
    await answered(ask(pool, { headers: ['x-quick', '1'] }));
    const running = [ask(pool, { headers: ['x-silent', '1'] }), ask(pool, { headers: ['x-endless', '1'] })];
    await waitFor(() => (running[1]?.body === 'ok' ? true : undefined));
    await pool.destroy();
    for (const { over } of running) await assert.rejects(over, { code: 'ECONNRESET' });
    await waitFor(() => (host.connections.every(({ open }) => !open) ? true : undefined));
  });

  test('fails what waits for a connection, and what is asked later', async () => {
    const host = await answering(ok);
    const pool = openPool(host);
    const waiting = ask(pool);
    await pool.destroy();
    await assert.rejects(waiting.over, /closed/);
    await assert.rejects(ask(pool).over, /closed/);
    await waitFor(() => (host.connections.every(({ open, received }) => !open && received === '') ? true : undefined));
  });
});

test('what it does not send itself is sent all the same', async () => {
  const host = await startHost(({ socket, received }) => {
    if (received.endsWith('\r\n\r\n')) socket.write(ok);
  });
  const { statusCode, body } = await openPool(host).request({ origin: host.origin, path: '/v1/models', method: 'GET' });
  assert.deepEqual([statusCode, await body.text()], [200, 'ok']);
});

test('TLS hosts are asked for HTTP/1.1, and answer over it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-tls-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const [privateKey, certificate] = [readFileSync(key), readFileSync(cert)];
  rmSync(directory, { recursive: true });
  const long = 'x'.repeat(300_000);
  const server = createTlsServer({ key: privateKey, cert: certificate, ALPNProtocols: ['h2', 'http/1.1'] });
  const protocols: unknown[] = [];
  server.on('secureConnection', ({ alpnProtocol }) => protocols.push(alpnProtocol));
  const host = await startHost(({ socket, received }) => {
    if (received.endsWith('{}')) socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${long.length}\r\n\r\n${long}`);
  }, server);
  const pool = openPool(host, { ca: certificate });
  for (let turn = 0; turn < 3; turn++) assert.equal(await answered(ask(pool)), `200 ${long}`);
  assert.deepEqual(protocols, ['http/1.1']);
  const call = ask(openPool(host));
  await assert.rejects(call.over, { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});
