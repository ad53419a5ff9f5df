import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Launched, launch, leaveGatewayCore } from './cores.ts';
import type { Upstream } from './gateways/gateway.ts';

/** What every measurement needs: a core that is free for gateways, a fake upstream, and a folder for raw figures. */
export interface Stage {
  readonly folder: string;
  readonly startedAt: string;
  readonly loadBefore: number;
  readonly machine: Readonly<Record<string, unknown>>;
  readonly upstream: Upstream;
  stop: Launched['stop'];
}

export async function openStage(): Promise<Stage> {
  const folder = fileURLToPath(new URL('../results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  keepStoresInMemory();
  const loadBefore = loadavg()[0] ?? 0;
  if (loadBefore > 0.5)
    console.log(`Other work is running here (load ${loadBefore.toFixed(1)}): figures will scatter.`);
  leaveGatewayCore();
  const program = fileURLToPath(import.meta.resolve('@switchyard/testing/upstream')).replace('index.ts', 'main.ts');
  const { ready, stop } = await launch({ path: process.execPath, args: [program, '--port', '0'] });
  return {
    folder,
    startedAt: new Date().toISOString(),
    loadBefore,
    machine: {
      processor: cpus()[0]?.model,
      cores: cpus().length,
      kernel: release(),
      node: process.version,
      commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    },
    upstream: { url: String(ready.url), port: Number(ready.port) },
    stop,
  };
}

/**
 * The stores' files belong in memory: they share a disk here as they never would, and at Postgres' checkpoint Redis waits
 * for it so long that the relay refuses. The relay's spool stays on the disk.
 */
function keepStoresInMemory(): void {
  const [memory, neededBytes] = ['/dev/shm', 8 * 2 ** 30];
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize >= neededBytes) process.env.TEST_SERVERS_DIR ??= memory;
  else console.log(`${memory} is too small for the stores: on a slow disk long runs may stop.`);
}
