import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { Client } from 'pg';
import { startNats } from './nats.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

test('a Postgres that was killed comes back at the same address with what was committed', async () => {
  const server = await startPostgres();
  await query(server.url, 'CREATE TABLE kept AS SELECT 7 AS value');
  await server.kill();
  await assert.rejects(query(server.url, 'SELECT 1'), { code: 'ECONNREFUSED' });
  await server.restart();
  assert.equal(await query(server.url, 'SELECT value FROM kept'), 7);
  await server.stop();
});

test('a Redis that was killed comes back at the same address with what was written', async () => {
  const server = await startRedis();
  assert.equal(await say(server.url, 'SET kept 7\r\n'), '+OK');
  await server.kill();
  await assert.rejects(say(server.url, 'PING\r\n'), { code: 'ECONNREFUSED' });
  await server.restart();
  assert.equal(await say(server.url, 'GET kept\r\n'), '$1');
  await server.stop();
});

test('a NATS with JetStream greets, and is gone after stop', async () => {
  const server = await startNats();
  assert.match(await say(server.url, ''), /"jetstream":true/);
  await server.stop();
  await assert.rejects(say(server.url, ''), { code: 'ECONNREFUSED' });
});

test('a paused server takes connections but does not answer until it is resumed', async () => {
  const server = await startRedis();
  await server.pause();
  let answered = false;
  const answer = say(server.url, 'PING\r\n').then((line) => {
    answered = true;
    return line;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(answered, false);
  await server.resume();
  assert.equal(await answer, '+PONG');
  await server.stop();
});

async function query(url: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Sends text to a server and answers the first line it says. */
function say(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.once('error', reject);
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(String(chunk).split('\r\n', 1)[0] ?? '');
    });
  });
}
