import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const least = { DATABASE_URL: 'postgres://host/db', SWITCHYARD_SECRET: 'canary' };

test('the console of this machine is trusted as a proxy, and the ranges that are named beside it', () => {
  assert.deepEqual(readConfig({ ...least, TRUSTED_PROXY_CIDRS: '10.0.0.0/8, 192.0.2.1,uniquelocal' }).trustedProxies, [
    '127.0.0.0/8',
    '::1/128',
    '10.0.0.0/8',
    '192.0.2.1/32',
    'uniquelocal',
  ]);
});

test('a range that is none is told with the name of its setting', () => {
  for (const name of ['TRUSTED_PROXY_CIDRS', 'UPSTREAM_ALLOW_CIDRS', 'FILE_ALLOW_CIDRS'])
    assert.throws(() => readConfig({ ...least, [name]: '10.0.0.0/33' }), {
      message: new RegExp(`^${name}: "10\\.0\\.0\\.0/33"`),
    });
});
