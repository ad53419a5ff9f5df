import assert from 'node:assert/strict';
import { test } from 'node:test';
import proxyAddr from '@fastify/proxy-addr';
import { UsageEvent } from '@switchyard/contracts';
import { Compile } from 'typebox/compile';
import { clientIp } from './client-ip.ts';
import type { Incoming } from './incoming.ts';

const takesIp = Compile(UsageEvent.properties.ip);
const trust = proxyAddr.compile(['127.0.0.0/8']);

function ipOf(remoteAddress: string, forwardedFor?: string): string {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return clientIp({ raw: { headers, socket: { remoteAddress } } } as unknown as Incoming, trust);
}

test('a caller is the peer, or whom a trusted proxy names', () => {
  assert.equal(ipOf('192.0.2.1'), '192.0.2.1');
  assert.equal(ipOf('192.0.2.1', '192.0.2.2'), '192.0.2.1');
  assert.equal(ipOf('127.0.0.1', '192.0.2.2'), '192.0.2.2');
  assert.equal(ipOf('127.0.0.1', '192.0.2.2, 2001:db8::1'), '2001:db8::1');
});

test('whatever a trusted proxy names, a usage event has room for it', () => {
  for (const named of ['unknown', '192.0.2.2:80', '9'.repeat(8_000), `fe80::1%${'x'.repeat(100)}`])
    assert.ok(takesIp.Check(ipOf('127.0.0.1', named)), named);
});
