import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = 'v1.8.1';
const cache = fileURLToPath(new URL(`../../node_modules/.cache/k6-${version}`, import.meta.url));

/** The program k6 from the PATH, else the one that Go built into node_modules/.cache; says what to do without either. */
export function findK6(): string {
  if (runs('k6', ['version'])) return 'k6';
  const built = join(cache, 'k6');
  if (existsSync(built)) return built;
  if (!runs('go', ['version'])) {
    throw new Error('Install k6 (https://grafana.com/docs/k6) or Go (https://go.dev/dl), with which it is built here.');
  }
  console.log(`k6 is not on the PATH: building ${version} with Go, once, for some minutes ...`);
  const { status } = spawnSync('go', ['install', `go.k6.io/k6@${version}`], {
    env: { ...process.env, GOBIN: cache },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`Go could not build k6 ${version}. Put a k6 on the PATH instead.`);
  return built;
}

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
