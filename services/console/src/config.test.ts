import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fastify from 'fastify';
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
  assert.deepEqual(config.trustedProxyCidrs, ['10.0.0.0/8', '192.0.2.1/32']);
});

test('proxies may be named by the words that Fastify knows, and a mask is told how to write it', () => {
  const named = (TRUSTED_PROXY_CIDRS: string) => readConfig({ ...least, TRUSTED_PROXY_CIDRS }).trustedProxyCidrs;
  const words = ['loopback', 'linklocal', 'uniquelocal'];
  assert.deepEqual(named(`${words.join(', ')},10.0.0.0/8`), [...words, '10.0.0.0/8']);
  assert.doesNotThrow(() => fastify({ trustProxy: [...named(words.join())] }));
  assert.throws(() => named('10.0.0.0/255.0.0.0'), /write it like 10\.0\.0\.0\/8/);
  assert.throws(
    () => readConfig({ ...least, UPSTREAM_ALLOW_CIDRS: 'loopback' }),
    /^Error: UPSTREAM_ALLOW_CIDRS: "loopback"/,
  );
});

test('a range that is none is told with the name of its setting', () => {
  assert.throws(
    () => readConfig({ ...least, TRUSTED_PROXY_CIDRS: '10.0.0.0/33' }),
    /^Error: TRUSTED_PROXY_CIDRS: "10\.0\.0\.0\/33"/,
  );
});

test('every secret may be a file, the token for the figures too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-config-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), `${text}\n`);
    return join(folder, name);
  };
  const config = readConfig({
    DATABASE_URL_FILE: file('database', 'postgres://host/db'),
    SWITCHYARD_SECRET_FILE: file('secret', 'canary'),
    METRICS_TOKEN_FILE: file('token', '0123456789abcdef'),
  });
  rmSync(folder, { recursive: true });
  assert.equal(config.databaseUrl, 'postgres://host/db');
  assert.equal(config.secret, 'canary');
  assert.equal(config.metricsToken, '0123456789abcdef');
});
