import { join } from 'node:path';
import { launchContainer } from './docker.ts';
import { launch, runUntilListening } from './launch.ts';
import { findProgram } from './program.ts';
import type { TestServer } from './test-server.ts';

/** A Redis of this test's own: nothing is evicted, and every write is in the append-only file. */
export async function startRedis(): Promise<TestServer> {
  const program = await findProgram('redis-server', 'redis-server');
  const settings = ['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'];
  const url = (port: number) => `redis://127.0.0.1:${port}`;
  if (!program)
    return launchContainer({
      name: 'Redis',
      variable: 'TEST_REDIS_URL',
      image: 'redis:7.4-alpine',
      port: 6379,
      command: ['redis-server', ...settings],
      url,
    });
  return launch({
    name: 'redis',
    url,
    start: (directory, port) => {
      const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory];
      return runUntilListening(
        program,
        [...place, ...settings, '--set-proc-title', 'no', '--logfile', join(directory, 'log')],
        port,
      );
    },
  });
}
