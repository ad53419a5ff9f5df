import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';

/** Ends a server that outlived the process which started it (that one was killed hard). */
export async function stopLeftover(
  binaries: PostgresBinaries,
  dataDir: string,
  account: Account | undefined,
  onProgress: (step: string) => void,
): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  if (isZombie(pid)) rmSync(pidFile);
  if (isZombie(pid) || !isPostgres(pid)) return;
  onProgress(`stopping the Postgres left over from the last run (process ${pid})`);
  await promisify(execFile)(binaries.pgCtl, ['stop', '-D', dataDir, '-m', 'fast', '-w', '-t', '60'], {
    cwd: '/',
    env: { ...process.env, ...binaries.env },
    ...account,
  });
}

/** Dead, but still listed where nothing collects orphans (many containers); Postgres would take it for alive. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** After a reboot the number may belong to anything; only a process named postgres is ours to stop. */
function isPostgres(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false;
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' })
      .trim()
      .endsWith('postgres');
  } catch {
    return false;
  }
}
