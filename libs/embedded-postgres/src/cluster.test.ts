import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { accountFor } from './account.ts';
import { embeddedBinaries, type PostgresBinaries } from './binaries.ts';
import { type ClusterOptions, startCluster } from './cluster.ts';
import { clusterPlace } from './place.ts';

let directory: string;
let options: ClusterOptions;
const steps: string[] = [];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'switchyard-cluster-'));
  chmodSync(directory, 0o711);
  steps.length = 0;
  const account = accountFor();
  options = {
    binaries: embeddedBinaries(account) as PostgresBinaries,
    dataDir: join(directory, 'postgres'),
    account,
    port: await freePort(),
    password: 'correct horse',
    settings: { fsync: 'off' },
    onProgress: (step) => steps.push(step),
  };
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('a cluster is created once, and stop leaves no process and no lock behind', async () => {
  const first = await startCluster(options);
  await first.stop();
  await first.exited;
  assert.throws(() => process.kill(first.pid, 0), { code: 'ESRCH' });
  assert.equal(existsSync(join(options.dataDir, 'postmaster.pid')), false);
  const second = await startCluster(options);
  await second.stop();
  assert.deepEqual(steps, ['creating the database cluster']);
});

test('a server left over from a killed process is ended and replaced', async () => {
  const leftover = await startCluster(options);
  const next = await startCluster(options);
  await leftover.exited;
  assert.match(steps.at(-1) ?? '', new RegExp(`left over from the last run \\(process ${leftover.pid}\\)`));
  await next.stop();
});

test('a creation that was interrupted is begun anew', async () => {
  const blocked = { ...options, binaries: { ...options.binaries, initdb: '/bin/false' } };
  await assert.rejects(startCluster(blocked), /cannot be created/);
  assert.equal(existsSync(options.dataDir), false);
  const cluster = await startCluster(options);
  await cluster.stop();
});

test('a server that cannot start says why', async () => {
  await assert.rejects(startCluster({ ...options, settings: { shared_buffers: 'plenty' } }), /shared_buffers.*plenty/s);
});

test('as root, data below a closed directory lies elsewhere, and the same place is found again', {
  skip: process.getuid?.() !== 0,
}, () => {
  const closed = mkdtempSync(join(tmpdir(), 'switchyard-closed-'));
  const place = clusterPlace(closed);
  assert.match(place, /^\/var\/lib\/switchyard\//);
  assert.equal(clusterPlace(closed), place);
  rmSync(place, { recursive: true });
  assert.throws(() => clusterPlace(closed), new RegExp(`should lie in ${place}`));
  writeFileSync(join(closed, 'postgres-location'), directory);
  assert.equal(clusterPlace(closed), directory);
  rmSync(closed, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
