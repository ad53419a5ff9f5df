import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { AddressRefused, vetAddress } from './address.ts';
import { parseCidrs } from './cidrs.ts';
import { guardedFetch } from './guarded-fetch.ts';

const nowhere = parseCidrs('');
const loopback = parseCidrs('127.0.0.0/8, ::1');

const inside = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://①②⑦.0.0.1/',
  'http://0.0.0.0/',
  'http://0/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://172.16.0.1/',
  'http://192.0.0.170/',
  'http://192.168.1.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[2001::1]/',
  'http://[2001:db8::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[4000::1]/',
  'http://localhost/',
];

for (const url of inside) {
  test(`refuses ${url}`, async () => {
    await assert.rejects(guardedFetch(url, { allow: nowhere }), AddressRefused);
  });
}

for (const port of [22, 25, 0, 6379, 5432, 27017]) {
  test(`does not call port ${port}, where no web server listens`, async () => {
    await assert.rejects(guardedFetch(`http://example.com:${port}/`, { allow: loopback }), /another service/);
  });
}

for (const address of ['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808']) {
  test(`lets the public address ${address} pass`, () => vetAddress(address, address, nowhere));
}

for (const url of [
  'ftp://example.com/',
  'file:///etc/passwd',
  'http://user:pw@example.com/',
  'http://:pw@example.com/',
  'example.com',
  '',
]) {
  test(`does not take "${url}" for an address to call`, async () => {
    await assert.rejects(guardedFetch(url, { allow: loopback }), /address/i);
  });
}

test('a name with one inner address among public ones is refused', async (t) => {
  const answer = [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.7', family: 4 },
  ];
  const lookup = t.mock.method(
    dns,
    'lookup',
    (_name: string, _options: unknown, callback: (...args: unknown[]) => void) => callback(null, answer),
  );
  syncBuiltinESMExports();
  await assert.rejects(guardedFetch('http://example.test/', { allow: nowhere }), {
    name: 'AddressRefused',
    message: /"example.test" leads to 10.0.0.7/,
  });
  lookup.mock.restore();
  syncBuiltinESMExports();
});

test('an allowed range is called, by address and by name', async () => {
  await served(
    (_, response) => response.end('hello'),
    async (port) => {
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
        const { status, body } = await guardedFetch(`http://${host}:${port}/`, { allow: loopback });
        assert.deepEqual([status, body.toString()], [200, 'hello']);
      }
    },
  );
});

test('a redirect is handed back and not followed', async () => {
  const paths: (string | undefined)[] = [];
  await served(
    (request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/second' }).end();
    },
    async (port) => {
      const { status } = await guardedFetch(`http://127.0.0.1:${port}/first`, { allow: loopback });
      assert.equal(status, 302);
    },
  );
  assert.deepEqual(paths, ['/first']);
});

test('a body beyond the limit is cut off', async () => {
  await served(
    (_, response) => response.end('x'.repeat(2000)),
    async (port) => {
      await assert.rejects(
        guardedFetch(`http://127.0.0.1:${port}/`, { allow: loopback, maxBytes: 1000 }),
        /longer than 1000 bytes/,
      );
    },
  );
});

test('a server that trickles is given up after the time limit', async () => {
  await served(
    (_, response) => {
      const timer = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    },
    async (port) => {
      await assert.rejects(guardedFetch(`http://127.0.0.1:${port}/`, { allow: loopback, timeoutMs: 100 }), {
        name: 'TimeoutError',
      });
    },
  );
});

test('ranges that are none are named', () => {
  assert.throws(() => parseCidrs('10.0.0.0/8, 10.0.0.0/33'), /"10\.0\.0\.0\/33" is not an address range/);
  assert.throws(() => parseCidrs('everything'), /"everything"/);
});

async function served(listener: RequestListener, run: (port: number) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, '::');
  await once(server, 'listening');
  try {
    await run((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
