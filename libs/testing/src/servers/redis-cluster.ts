import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { launch, runUntilListening } from './launch.ts';
import { findProgram, type Program } from './program.ts';
import { clusterOf, type ServerCluster } from './server-cluster.ts';
import type { TestServer } from './test-server.ts';

const slots = 16_384;
const count = 3;
const patienceMs = 20_000;

/** A Redis Cluster of this test's own: three servers without replicas, so a third of all keys is away while one is down. */
export async function startRedisCluster(): Promise<ServerCluster> {
  const program = await findProgram('redis-server', 'redis-server');
  if (!program) throw new Error('Put redis-server on the PATH: a cluster is not started in containers.');
  const busPorts = await Promise.all(Array.from({ length: count }, freePort));
  const servers = await Promise.all(busPorts.map((busPort) => startMember(program, busPort)));
  const ports = servers.map(({ url }) => Number(new URL(url).port));
  for (const [index, port] of ports.entries()) {
    const [first, last] = [index, index + 1].map((part) => Math.floor((slots * part) / count)) as [number, number];
    await say(port, `CLUSTER ADDSLOTSRANGE ${first} ${last - 1}`);
    await say(port, `CLUSTER SET-CONFIG-EPOCH ${index + 1}`);
    await say(ports[0] as number, `CLUSTER MEET 127.0.0.1 ${port} ${busPorts[index]}`);
  }
  await Promise.all(ports.map(untilWhole));
  return clusterOf(`redis://${ports.map((port) => `127.0.0.1:${port}`).join()}?cluster=true`, servers);
}

function startMember(program: Program, busPort: number): Promise<TestServer> {
  return launch({
    name: 'redis',
    url: (port) => `redis://127.0.0.1:${port}`,
    start: (directory, port) => {
      const place = [
        '--bind',
        '127.0.0.1',
        '--port',
        String(port),
        '--dir',
        directory,
        '--logfile',
        join(directory, 'log'),
      ];
      const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(busPort), '--cluster-node-timeout', '2000'];
      const rest = [
        '--cluster-require-full-coverage',
        'no',
        '--appendonly',
        'yes',
        '--save',
        '',
        '--set-proc-title',
        'no',
      ];
      return runUntilListening(program, [...place, ...cluster, ...rest], port);
    },
  });
}

async function untilWhole(port: number): Promise<void> {
  for (const end = Date.now() + patienceMs; ; await sleep(50)) {
    const info = await say(port, 'CLUSTER INFO');
    if (info.includes('cluster_state:ok') && info.includes(`cluster_slots_ok:${slots}`)) return;
    if (Date.now() > end) throw new Error(`The Redis Cluster does not come together: ${info}`);
  }
}

/** One command, without a client; answers what came back first. */
async function say(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write(`${command}\r\n`);
    const [reply] = (await once(socket, 'data')) as [Buffer];
    const text = reply.toString();
    if (text.startsWith('-')) throw new Error(`${command}: ${text}`);
    return text;
  } finally {
    socket.destroy();
  }
}
