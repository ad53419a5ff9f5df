import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';

test('only DATABASE_URL and SWITCHYARD_SECRET must be set', () => {
  assert.deepEqual(readConfig({ DATABASE_URL: 'postgres://host/db', SWITCHYARD_SECRET: 'secret', REDIS_URL: '' }), {
    host: '0.0.0.0',
    port: 3002,
    databaseUrl: 'postgres://host/db',
    redisUrl: undefined,
    natsUrl: undefined,
    secret: 'secret',
    relayUrl: 'http://127.0.0.1:3001',
    upstreamAllow: [],
    allowedHooks: [],
    paymentHosts: {},
    logRetentionDays: undefined,
    metricsToken: undefined,
    logLevel: undefined,
  });
});

test('the error names every setting to correct and repeats no value', () => {
  assert.throws(
    () => readConfig({ BILLING_PORT: 'secret' }),
    (error: Error) =>
      /Set BILLING_PORT to/.test(error.message) &&
      /Set DATABASE_URL to/.test(error.message) &&
      /Set SWITCHYARD_SECRET to/.test(error.message) &&
      !/secret/.test(error.message),
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
