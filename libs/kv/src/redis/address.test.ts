import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { readRedisUrl } from './address.ts';

test('one address is handed on as it is', () => {
  const url = 'rediss://ada:hunter2@redis.example:7000/3';
  assert.deepEqual(readRedisUrl(url), { isCluster: false, hosts: 'redis.example:7000', url });
});

test('nodes of a cluster share the credentials that stand before the first one', () => {
  assert.deepEqual(readRedisUrl('rediss://ada:hunter%402@a:7000,b?cluster=true'), {
    isCluster: true,
    hosts: 'a:7000,b:6379',
    nodes: [
      { host: 'a', port: 7000 },
      { host: 'b', port: 6379 },
    ],
    credentials: { username: 'ada', password: 'hunter@2', tls: {} },
  });
  assert.equal(readRedisUrl('redis://seed:6379/?cluster=true').isCluster, true);
});

test('what is neither is refused with a sentence that shows none of it', () => {
  const wrong = [
    'redis://a,b',
    'redis://a/2?cluster=true',
    'redis://a?cluster=yes',
    'redis://',
    'http://a',
    'redis://a,?cluster=true',
  ];
  for (const url of wrong.map((text) => text.replace('//', '//:hunter2@'))) {
    assert.throws(
      () => readRedisUrl(url),
      (error: Error) => /REDIS_URL must look like redis:/.test(error.message) && !inspect(error).includes('hunter2'),
      url,
    );
  }
});
