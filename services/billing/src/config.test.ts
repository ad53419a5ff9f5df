import assert from 'node:assert/strict';
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
