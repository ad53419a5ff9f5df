import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBus } from '@switchyard/bus';
import { generateSecret } from '@switchyard/crypto';
import { openKv } from '@switchyard/kv';
import { testDatabase } from '@switchyard/testing';
import { readConfig } from './config.ts';
import { start } from './server.ts';

const settings = (databaseUrl: string) =>
  readConfig({
    HOST: '127.0.0.1',
    CONSOLE_PORT: '0',
    DATABASE_URL: databaseUrl,
    SWITCHYARD_SECRET: generateSecret(),
    LOG_LEVEL: 'silent',
  });

test('the first start that succeeds tells the one-time password, later ones do not; a taken port is a sentence', async () => {
  const database = await testDatabase();
  const config = settings(database.url);
  const ports = { kv: await openKv({}), bus: await openBus({}) };
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await assert.rejects(start({ ...config, port }, ports), /Port \d+ is taken. Set CONSOLE_PORT/);
  other.close();

  const first = await start(config, ports);
  assert.match(first.rootPassword ?? '', /^\w{20}$/);
  const status = await fetch(`${first.url}/api/status`);
  assert.match(await status.text(), /"success":true/);

  const credentials = JSON.stringify({ username: 'root', password: first.rootPassword });
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${first.url}/api/user/login`, { method: 'POST', body: credentials, headers });
  assert.match(await login.text(), /"must_change_password":true/);

  await first.close();
  await assert.rejects(fetch(`${first.url}/livez`));

  const second = await start(config, ports);
  assert.equal(second.rootPassword, undefined);
  await second.close();
  await Promise.all([ports.kv.close(), ports.bus.close()]);
  await database.drop();
});

test('of the files for connections half are for those to the relay, and whoever comes beyond is turned away', async (t) => {
  const database = await testDatabase();
  const ports = { kv: await openKv({}), bus: await openBus({}), files: 4 };
  const { url, close } = await start(settings(database.url), ports);
  const idle = [0, 1].map(() => connect(Number(new URL(url).port), '127.0.0.1'));
  t.after(async () => {
    for (const socket of idle) socket.destroy();
    await close();
    await Promise.all([ports.kv.close(), ports.bus.close()]);
    await database.drop();
  });
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  // Connections are taken in the order in which they came.
  await assert.rejects(fetch(`${url}/livez`));
  idle[0]?.destroy();
  while (!(await fetch(`${url}/livez`).catch(() => undefined))?.ok) await sleep(10);
});
