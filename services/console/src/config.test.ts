import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const least = { DATABASE_URL: 'postgres://user:canary@localhost/db', SWITCHYARD_SECRET: 'canary' };

test('needs an address of Postgres and a secret, the rest has defaults', () => {
  const config = readConfig(least);
  assert.equal(config.port, 3000);
  assert.equal(config.relayUrl, 'http://127.0.0.1:3001');
  assert.deepEqual(config.upstreamAllow, []);
  assert.match(config.webRoot, /web\/dist$/);
});

test('names every setting that is wrong and repeats no value', () => {
  const wrong = { ...least, DATABASE_URL: 'mysql://user:canary@x', CONSOLE_PORT: '70000', RELAY_URL: 'relay' };
  assert.throws(
    () => readConfig(wrong),
    ({ message }: Error) => {
      assert.match(message, /Set DATABASE_URL/);
      assert.match(message, /Set CONSOLE_PORT/);
      assert.match(message, /Set RELAY_URL/);
      assert.doesNotMatch(message, /canary|70000/);
      return true;
    },
  );
  assert.throws(() => readConfig({}), /DATABASE_URL[\s\S]*SWITCHYARD_SECRET/);
});

test('reads lists and numbers; blank counts as not set', () => {
  const config = readConfig({ ...least, CONSOLE_PORT: '8080', TRUSTED_PROXY_CIDRS: '10.0.0.0/8, 192.0.2.1', HOST: '' });
  assert.equal(config.port, 8080);
  assert.equal(config.host, '0.0.0.0');
  assert.deepEqual(config.trustedProxyCidrs, ['10.0.0.0/8', '192.0.2.1']);
});
