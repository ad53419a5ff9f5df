import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNatsUrl } from './address.ts';

for (const [url, hosts, options] of [
  ['nats://localhost', 'localhost:4222', { servers: ['localhost:4222'] }],
  ['nats://a:1, nats://b:2', 'a:1,b:2', { servers: ['a:1', 'b:2'] }],
  ['nats://relay:p%40ss@a:1', 'a:1', { servers: ['a:1'], user: 'relay', pass: 'p@ss' }],
  ['tls://t0ken@a', 'a:4222', { servers: ['a:4222'], token: 't0ken', tls: {} }],
  ['nats://[::1]:4223', '[::1]:4223', { servers: ['[::1]:4223'] }],
] as const) {
  test(`${url} is read, and shows as ${hosts}`, () => assert.deepEqual(parseNatsUrl(url), { hosts, options }));
}

for (const url of ['localhost:4222', 'http://relay:s3cret@a', 'nats://', 'nats://a,s3cret', '']) {
  test(`"${url}" is refused without showing it`, () => {
    assert.throws(
      () => parseNatsUrl(url),
      ({ message }: Error) => message.startsWith('NATS_URL must look like') && !message.includes('s3cret'),
    );
  });
}
