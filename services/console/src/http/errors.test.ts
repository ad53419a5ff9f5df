import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PasswordsBusy } from '@switchyard/crypto';
import { openDatabase } from '@switchyard/db';
import { freePort } from '@switchyard/testing';
import fastify from 'fastify';
import { answerError, Forbidden, NotSignedIn, RecentSignInRequired } from './errors.ts';
import { TooManyRequests } from './too-many-requests.ts';
import { InvalidInput } from './validator.ts';

async function answerTo(fail: () => Promise<unknown>) {
  const app = fastify();
  app.setErrorHandler(answerError);
  app.get('/', fail);
  const response = await app.inject('/');
  await app.close();
  assert.equal(response.json().success, false);
  assert.ok(response.json().message);
  return response;
}

for (const [error, status] of [
  [new InvalidInput('name is missing'), 200],
  [new NotSignedIn(), 401],
  [new Forbidden('no'), 403],
  [new RecentSignInRequired(), 200],
  [new TooManyRequests(1_500), 429],
  [new PasswordsBusy(), 429],
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), 503],
  [new Error('timeout exceeded when trying to connect'), 503],
  [new Error('canary: column "x" does not exist'), 500],
] as const) {
  test(`${error.constructor.name} "${error.message}" is answered ${status}`, async () => {
    const response = await answerTo(() => Promise.reject(error));
    assert.equal(response.statusCode, status);
    assert.equal(response.headers['retry-after'] !== undefined, status === 429);
    assert.doesNotMatch(response.body, /canary|terminating/);
  });
}

test('a Postgres that is not there is a 503 that says so', async () => {
  const db = openDatabase({ url: `postgres://nobody@127.0.0.1:${await freePort()}/none`, applicationName: 'test' });
  const response = await answerTo(() => db.selectFrom('users').selectAll().execute());
  assert.equal(response.statusCode, 503);
  assert.match(response.json().message, /database is not reachable/);
  await db.destroy();
});
